-- @use lib/state lib/lock-hash lib/read-holds lib/exclusive
-- @open freed write_left

-- Acquires and releases the write lock of a read/write lock. A script supplies `freed(open)`, which tells the waiters.
-- `open`: "free", or "read" after a downgrade: readers may acquire it.

-- Returns a write hold's remaining ms. The lock may have more: the writer's own read holds may keep it for longer than
-- Redis remembers the writer. The writer's owner state lives `beyond_ms` longer than its holds. The record outlives the
-- returned lease.
local function write_left(life_ms, beyond_ms)
  local left = read('PTTL', lock)
  if not record then return left end
  local state_left = read('PTTL', owner_state)
  -- -1: another program removed a TTL.
  if state_left ~= -1 then
    local own = state_left - beyond_ms
    left = math.max(left == -1 and own or math.min(left, own), 0)
  end
  call('PEXPIRE', record, life_ms + left, 'GT')
  return left
end

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
  return write_left(life_ms, life_ms - ARGV.lease_ms)
end

local function is_this_kind()
  return mode == 'write'
end

local function end_last()
  local size, open = read('HLEN', lock), 'free'
  if size == 2 then
    call('DEL', lock)
  else
    call('HSET', lock, 'mode', 'read')
    undo('HSET', lock, 'mode', 'write')
    call('HDEL', lock, owner)
    undo('HSET', lock, owner, count or 1)
    if live_with_readers(size) then open = 'read' end
  end
  freed(open)
end
