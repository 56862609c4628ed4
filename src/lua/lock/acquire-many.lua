-- Takes several free locks for an owner made for it, all or none. Each is then held as acquire.lua would have it.
-- KEYS for each lock: lock hash, owner state
-- ARGV 1 nonce   2 owner   3 hold id, the same   4 lease, ms   5 record life, ms
--      6 "1": the caller will not ask again, so a refusal is remembered and final; "0": it may ask again
-- reply {"held", nonce, 1, remaining ms}      all count, since now or already; the least of what they have left
--       {"busy", nonce, remaining ms, n}      another owner has the n-th, and nothing was taken
--       {"ended", nonce, how}   one of them is over: released, free, taken, refused, lost; the others may still count
-- @include hold-state.lua
record = nil
-- @include lock-hash.lua
-- @include exclusive-acquire.lua
-- @include grant.lua
local function each(visit)
  for at = 1, #KEYS, 2 do
    lock, owner_state = KEYS[at], KEYS[at + 1]
    local answer = visit(at)
    if answer then return answer end
  end
end
local function take_all()
  each(function()
    take()
  end)
  return { 'held', nonce, 1, tonumber(lease_ms) }
end

-- The fast path: nothing is there at all.
if call('EXISTS', unpack(KEYS)) == 0 then return take_all() end

local least_ms, busy, rest
local over = each(function(at)
  load_state()
  local answer = settled()
  if answer and answer[1] == 'ended' then return answer end
  if answer then
    -- -1: somebody took the TTL away.
    local left = answer[4] < 0 and tonumber(lease_ms) or answer[4]
    least_ms = math.min(left, least_ms or left)
  else
    rest = true
    local left = time_left()
    if left ~= -2 and not busy then busy = { 'busy', nonce, left, (at + 1) / 2 } end
  end
end)
if over then return over end
-- Of a hold that counts on some, and is known on others no more: long ago it was whole.
if least_ms and rest then return ended('lost') end
if least_ms then return { 'held', nonce, 1, least_ms } end
if not busy then return take_all() end
if last then
  each(function()
    call('SET', owner_state, '|-refused', 'PX', life_ms)
  end)
end
return busy
