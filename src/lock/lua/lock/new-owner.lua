-- Included after grant.lua by the scripts that answer a new owner in fewer commands. Such an owner was made for this
-- hold, and the grant and each end of the hold write its owner state. So without an owner state, this hold was never
-- granted and has not ended: the lock is free, or another owner holds it.
-- Each function returns nil if the answer depends on more.

-- Returns the remaining ms of a lock that this owner does not hold; -2: it is free; -1: it has no TTL. Nil: this owner
-- holds it, or the key is no lock. `looks`: whether to check what the key is.
local function left_of_others(looks)
  if looks and (not pcall(look) or count) then return end
  if mode == false then return -2 end
  return call('PTTL', lock)
end

local function take_new()
  if not call('SET', owner_state, '|+' .. ARGV[8], 'PX', life_ms, 'NX') then return end
  begin(lease_ms)
  return { 'held', nonce, 1, tonumber(lease_ms), '' }
end

-- `left`: the lock's remaining ms, or nil.
local function refuse_new(left)
  if not left or left < 0 then return end
  local unknown
  if last then
    unknown = write('SET', owner_state, '|-refused', 'PX', life_ms, 'NX')
  else
    unknown = call('EXISTS', owner_state) == 0
  end
  if unknown then return { 'busy', nonce, left } end
end
