-- Included before taking.lua by the scripts that take a lock which only one owner has at a time: all its holds have one lease.
local function begin(lease_ms)
  call('HINCRBY', lock, owner, 1)
  call('PEXPIRE', lock, lease_ms)
end
local function add(_, left)
  return call('HINCRBY', lock, owner, 1), left
end
local function hold_left(_, life_ms)
  local left = call('PTTL', lock)
  if record then call('PEXPIRE', record, life_ms + left, 'GT') end
  return left
end
