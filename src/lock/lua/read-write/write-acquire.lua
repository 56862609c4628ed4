-- Included after write-lease-left.lua and before grant.lua by the scripts that acquire the write lock.
local MAX_HOLDS = 1000
local function begin(lease_ms)
  call('HSET', lock, 'mode', 'write', owner, 1)
  undo('UNLINK', lock)
  call('PEXPIRE', lock, lease_ms)
  undo('UNLINK', lock)
end
local function add(lease_ms)
  local count = call('HINCRBY', lock, owner, 1)
  undo('HINCRBY', lock, owner, -1)
  return count, tonumber(lease_ms)
end
local function hold_left(_, life_ms)
  return write_left(life_ms, life_ms - ARGV[4])
end
local function is_this_kind()
  return mode == 'write'
end
