-- @use lib/state lib/lock-hash

-- Locks with one owner at a time. All holds of such a lock share one lease.

local MAX_HOLDS = 1000

local function begin(lease_ms)
  call('HINCRBY', lock, owner, 1)
  undo('UNLINK', lock)
  call('PEXPIRE', lock, lease_ms)
  undo('UNLINK', lock)
end

local function add(_, left)
  local count = call('HINCRBY', lock, owner, 1)
  undo('HINCRBY', lock, owner, -1)
  return count, left
end

local function hold_left(_, life_ms)
  local left = read('PTTL', lock)
  if record then call('PEXPIRE', record, life_ms + left, 'GT') end
  return left
end

-- In the hash of a read/write lock the owner's field may be that of a reader.
local function is_this_kind()
  return mode == 'plain'
end

local function end_one(rest_ms, _, remember)
  extend(lock, rest_ms)
  remember()
  call('HINCRBY', lock, owner, -1)
end
