-- Included after grant.lua by the scripts that answer a new owner in fewer commands. Such an owner was made for this
-- hold, and the grant and each end of the hold write its owner state. So without an owner state, this hold was never
-- granted and has not ended: the lock is free, or another owner holds it.
-- Each function returns nil if the answer depends on more.

-- A few fields of the lock, each with its value; nil: it was not looked at.
local looked

-- Returns the remaining ms of a lock that this owner does not hold; -2: it is free; -1: it has no TTL. Nil: this owner
-- holds it, or the key is no lock. `looks`: whether to check what the key is.
local function left_of_others(looks)
  if looks then
    local is_lock, some = pcall(look)
    if not is_lock or count then return end
    looked = some
  end
  if mode == false then return -2 end
  return read('PTTL', lock)
end

local function take_new()
  if not call('SET', owner_state, '|+' .. ARGV[8], 'PX', life_ms, 'NX') then return end
  undo('UNLINK', owner_state)
  begin(lease_ms)
  return { 'held', nonce, 1, tonumber(lease_ms), '' }
end

-- Returns whether Redis knows nothing of this owner. stand.lua replaces it.
local function is_unknown()
  return read('EXISTS', owner_state) == 0
end

-- `left`: the lock's remaining ms, or nil.
local function refuse_new(left)
  if not left or left < 0 then return end
  local unknown
  if last then
    unknown = write('SET', owner_state, '|-refused', 'PX', life_ms, 'NX')
  else
    unknown = is_unknown()
  end
  if unknown then return { 'busy', nonce, left } end
end
