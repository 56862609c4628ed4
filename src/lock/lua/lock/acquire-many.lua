-- Acquires several free locks for a new owner, all or none. Each is then held as if by acquire.lua.
-- KEYS for each lock: lock hash, owner state
-- ARGV 1 nonce   2 owner   3 hold id, the same for all   4 lease, ms   5 record life, ms
--      6 "1": the caller's last attempt, so a refusal is recorded and final; "0": it may ask again   7 "0"   8 about
-- reply {"held", nonce, 1, remaining ms}      all holds count, since now or already; remaining: the shortest
--       {"busy", nonce, remaining ms, n}      another owner holds the n-th lock; none was acquired
--       {"ended", nonce, how}   one hold has ended: released, free, taken, refused, lost; the others may still count
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

-- Fast path: none of the keys exists.
if read('EXISTS', unpack(KEYS)) == 0 then return take_all() end

local least_ms, busy, rest
local over = each(function(at)
  load_state()
  local answer = settled()
  if answer and answer[1] == 'ended' then return answer end
  if answer then
    -- -1: another program removed the TTL.
    local left = answer[4] < 0 and tonumber(lease_ms) or answer[4]
    least_ms = math.min(left, least_ms or left)
  else
    rest = true
    local left = time_left()
    if left ~= -2 and not busy then busy = { 'busy', nonce, left, (at + 1) / 2 } end
  end
end)
if over then return over end
-- The hold counts on some locks, and Redis no longer remembers it on the others: it was granted long ago.
if least_ms and rest then return ended('lost') end
if least_ms then return { 'held', nonce, 1, least_ms } end
if not busy then return take_all() end
if last then
  each(function()
    call('SET', owner_state, '|-refused', 'PX', life_ms)
  end)
end
return busy
