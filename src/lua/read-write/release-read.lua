-- Ends this read hold, and frees the lock with the last of all readers. Also cancels an acquire. As the plain lock's
-- release.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 to 8 as the plain lock's   9 channel for the release message   10 prefix of the timeout keys
-- reply {"ended", nonce, how}   as the plain lock's; released: the owner's last read hold; others may still read
-- @include ../lock/hold-state.lua
local timeouts = ARGV[10]
-- @include timeouts.lua
-- @include ../lock/lock-hash.lua
-- @include ../lock/hold-count.lua

-- A timeout key with `gone_ms` left was removed. The lock ends with the longest of the others, which is searched only
-- if it may end sooner. A writer's lease is never shortened; in Redisson it is. `size`: as for live_with_readers.
local function shorten_lock(gone_ms, size)
  if gone_ms < call('PTTL', lock) - SCRIPT_MS or call('HGET', lock, 'mode') == 'write' then return end
  if not live_with_readers(size or call('HLEN', lock)) then call('PUBLISH', ARGV[9], '0') end
end
local function end_last()
  local key, size = timeout_key(owner, 1), call('HLEN', lock)
  if size == 2 then
    call('DEL', lock, key)
    call('PUBLISH', ARGV[9], '0')
    return
  end
  local gone_ms = call('PTTL', key)
  call('HDEL', lock, owner)
  call('DEL', key)
  shorten_lock(gone_ms, size)
end
local function end_one(rest_ms)
  local rest = call('HINCRBY', lock, owner, -1)
  local last = timeout_key(owner, rest + 1)
  local last_ms = call('PTTL', last)
  -- Holds end in any order: the last key moves to the place of this one.
  local n, gone_ms, covers = slot_of(rest + 1, own_left(ARGV[7] - rest_ms))
  if n <= rest and last_ms > 0 and (covers or last_ms > gone_ms) then
    call('SET', timeout_key(owner, n), '1', 'PX', last_ms)
  elseif n <= rest and covers then
    call('DEL', timeout_key(owner, n))
  end
  call('DEL', last)
  shorten_lock(gone_ms)
  return rest
end
local function give_up() end
-- @include ../lock/end-hold.lua
return end_hold(ARGV[4])
