-- Renews many holds, each as renew.lua would; one that is over does not keep the others from being renewed.
-- KEYS for each hold: lock hash, page; then for each hold of a passed owner, in the same order: record
-- ARGV 1 request id   2 "": renew all; else ms: a hold with more lease than that left is left alone
--      then for each hold: owner, hold id, lease in ms, record life in ms, "1" when it has a record
-- reply {"renewals", request id, ms left | how it ended, …}   in the order of the holds
-- @include hold-state.lua
-- @include counted.lua
-- @include renew-hold.lua
local enough_ms = tonumber(ARGV[2])
local holds = (#ARGV - 2) / 5
local asked, records = {}, 0
for at = 1, holds do
  table.insert(asked, KEYS[2 * at])
end
for at = 2 * holds + 1, #KEYS do
  table.insert(asked, KEYS[at])
end
local kept = call('MGET', unpack(asked))
local replies = { 'renewals', ARGV[1] }
for at = 1, holds do
  local lease_ms, life_ms, has_record
  owner, hold, lease_ms, life_ms, has_record = unpack(ARGV, 5 * at - 2, 5 * at + 2)
  lock, page, record = KEYS[2 * at - 1], KEYS[2 * at], nil
  if has_record == '1' then
    records = records + 1
    record = KEYS[2 * holds + records]
  end
  know(kept[at], record and kept[holds + records])
  local left = enough_ms and call('PTTL', lock)
  -- A hold without its record does not count: other holds of its owner may keep the lock, but not that.
  if left and record then left = math.min(left, call('PTTL', record)) end
  local count, over
  if left and left > enough_ms then
    over = stored_end() or not counted() and remember_end('lost', life_ms)
  else
    left = tonumber(lease_ms)
    count, over = renew(lease_ms, life_ms)
  end
  table.insert(replies, over and over[3] or left)
end
return replies
