-- @use lib/state lib/lock-hash lib/read-holds lib/grant
-- @open freed

-- Acquires and releases the read lock of a read/write lock. A script supplies `freed()`, which tells the waiters that
-- the lock is free.

-- A script may walk all read holds of its owner.
local MAX_HOLDS = 64

local function begin(lease_ms)
  local left = mode and read('PTTL', lock) or -2
  if mode == 'write' then
    call('HSET', lock, owner, 1)
  else
    call('HSET', lock, 'mode', 'read', owner, 1)
  end
  if left == -2 then undo('UNLINK', lock) else undo('HDEL', lock, owner) end
  call('SET', timeout_key(owner, 1), '1', 'PX', lease_ms)
  undo('UNLINK', timeout_key(owner, 1))
  if left < tonumber(lease_ms) then call('PEXPIRE', lock, lease_ms) end
end

local function add(lease_ms, _, life_ms)
  local count = call('HINCRBY', lock, owner, 1)
  undo('HINCRBY', lock, owner, -1)
  call('SET', timeout_key(owner, count), '1', 'PX', lease_ms)
  undo('UNLINK', timeout_key(owner, count))
  -- Exactly this life, and no more: own_left computes the remaining lease from it.
  call('PEXPIRE', record, life_ms)
  return count, tonumber(lease_ms)
end

local function hold_left(count, life_ms)
  return read_left(count, life_ms - ARGV.lease_ms)
end

local function is_this_kind()
  return mode == 'read' or mode == 'write'
end

-- Removes the holds of an owner that Redis has forgotten, if they outlived their leases beside other readers: this hold
-- starts anew. Expects that load_state() has run.
local function forget_outlived()
  if not record or owner_state_exists or hold_mark ~= '' then return end
  look()
  if not count or not is_this_kind() or longest_of(owner, tonumber(count)) > 0 then return end
  time_left()
  -- Without a reader there is no lock.
  call(read('HLEN', lock) == 2 and 'DEL' or 'HDEL', lock, owner)
end

-- Shortens the lock, when the hold of a timeout key with `gone_ms` left ends. The lock then ends with the longest of
-- the other leases, which the script searches only if the lock may end sooner. A writer's lease is never shortened. In
-- Redisson it is. `size`: as for live_with_readers.
local function shorten_lock(gone_ms, size)
  if gone_ms < read('PTTL', lock) - SCRIPT_MS or read('HGET', lock, 'mode') == 'write' then return end
  if not live_with_readers(size or read('HLEN', lock)) then freed() end
end

-- Ends all holds of the owner, `holds` in number, as one hold with the longest lease of them all.
local function end_all(holds)
  local keys, size = timeout_keys(holds), read('HLEN', lock)
  if size == 2 then
    call('DEL', lock, unpack(keys))
    return freed()
  end
  local gone_ms = longest_of(owner, holds)
  call('HDEL', lock, owner)
  undo('HSET', lock, owner, count or 1)
  shorten_lock(gone_ms, size)
  pcall(call, 'DEL', unpack(keys))
end

local function end_last()
  end_all(1)
end

local function end_one(rest_ms, count, remember)
  local last_ms = life_of(owner, count)
  -- Holds end in any order: the last key moves to the place of this one.
  local n, gone_ms, covers = slot_of(count, own_left(ARGV.life_ms - rest_ms))
  remember()
  call('HINCRBY', lock, owner, -1)
  set_life(owner, count)
  if n < count and last_ms > 0 and (covers or last_ms > gone_ms) then
    set_life(owner, n, last_ms)
  elseif n < count and covers then
    set_life(owner, n)
  end
  shorten_lock(gone_ms)
end
