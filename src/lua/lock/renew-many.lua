-- Renews many holds, each as renew.lua does. A hold that has ended does not prevent the renewal of the others.
-- KEYS for each hold: lock hash, owner state; then for each hold of a passed owner, in the same order: record
-- ARGV 1 nonce   2 "": renew all; else ms: a hold with more remaining lease is not renewed
--      3 how much longer than its lease a hold is remembered, ms
--      then for each hold: owner, hold id, lease in ms, record life in ms, "1" if it has a record, and for a read hold
--        the prefix of the timeout keys, else ""
-- reply {"renewals", nonce, remaining ms | how it ended, …}   in the order of the holds
-- @include hold-state.lua
local timeouts
-- @include ../read-write/timeouts.lua
-- @include lock-hash.lua
-- @include hold-count.lua
-- @include renew-hold.lua
local enough_ms, beyond_ms = tonumber(ARGV[2]), tonumber(ARGV[3])
local holds = (#ARGV - 3) / 6
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
  owner, hold, lease_ms, life_ms, has_record, timeouts = unpack(ARGV, 6 * at - 2, 6 * at + 3)
  lock, owner_state, record = KEYS[2 * at - 1], KEYS[2 * at], nil
  if has_record == '1' then
    records = records + 1
    record = KEYS[2 * holds + records]
  end
  know(kept[at], record and kept[holds + records])
  local shared = timeouts ~= ''
  local own = shared and own_left(beyond_ms)
  -- Neither the lock nor, for certain, its keys show the remaining lease of a read hold.
  local left = enough_ms and not shared and call('PTTL', lock)
  -- Other holds of the owner may keep the lock alive, but not what Redis remembers of this hold.
  if left and record then left = math.min(left, call('PTTL', owner_state) - beyond_ms, call('PTTL', record) - beyond_ms) end
  local count, over
  if left and left > enough_ms then
    over = stored_end() or not counted() and remember_end('lost', life_ms)
  else
    left = tonumber(lease_ms)
    -- Remember the hold for the lease of this renewal, not of its grant. The remaining lease of a read hold is computed
    -- from the life of its record.
    count, over = renew(lease_ms, life_ms, left + beyond_ms, shared and function(holds)
      renew_slot(holds, own, lease_ms)
    end)
  end
  table.insert(replies, over and over[3] or left)
end
return replies
