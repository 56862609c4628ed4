-- Included after timeouts.lua and before end-hold.lua by the scripts that end a read hold. The including file defines
--   freed()   tells the waiters that the lock is free

-- Shortens the lock, when the hold of a timeout key with `gone_ms` left ends. The lock then ends with the longest of
-- the other leases, which the script searches only if the lock may end sooner. A writer's lease is never shortened. In
-- Redisson it is. `size`: as for live_with_readers.
local function shorten_lock(gone_ms, size)
  if gone_ms < read('PTTL', lock) - SCRIPT_MS or read('HGET', lock, 'mode') == 'write' then return end
  if not live_with_readers(size or read('HLEN', lock)) then freed() end
end
local function end_last()
  local key, size = timeout_key(owner, 1), read('HLEN', lock)
  if size == 2 then
    call('DEL', lock, key)
    return freed()
  end
  local gone_ms = life_of(owner, 1)
  call('HDEL', lock, owner)
  undo('HSET', lock, owner, count or 1)
  shorten_lock(gone_ms, size)
  pcall(call, 'DEL', key)
end
local function end_one(rest_ms, count, remember)
  local last_ms = life_of(owner, count)
  -- Holds end in any order: the last key moves to the place of this one.
  local n, gone_ms, covers = slot_of(count, own_left(ARGV[7] - rest_ms))
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
