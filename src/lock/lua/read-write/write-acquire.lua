-- Included after write-lease-left.lua and before grant.lua by the scripts that acquire the write lock.
local MAX_HOLDS = 1000
local function begin(lease_ms)
  call('HSET', lock, 'mode', 'write', owner, 1)
  call('PEXPIRE', lock, lease_ms)
end
local function add(lease_ms)
  return call('HINCRBY', lock, owner, 1), tonumber(lease_ms)
end
local function hold_left(_, life_ms)
  return write_left(life_ms, life_ms - ARGV[4])
end
local function is_this_kind()
  return mode == 'write'
end
