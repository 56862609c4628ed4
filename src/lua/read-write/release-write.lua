-- Ends this write hold. With the writer's last, the lock is free, or its own readers' (downgrade); or cancels an
-- acquire. As the plain lock's release.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 nonce   2 owner, with ":write" behind it   3 to 8 as the plain lock's   9 channel for the release message
--      10 what the names of timeout keys begin with
-- reply {"ended", nonce, how}   as the plain lock's; released: nobody writes any more
-- @include ../lock/hold-state.lua
local timeouts = ARGV[10]
-- @include timeouts.lua
-- @include ../lock/lock-hash.lua
-- @include ../lock/hold-count.lua
local function end_last()
  if call('HLEN', lock) == 2 then
    call('DEL', lock)
  else
    call('HDEL', lock, owner)
    call('HSET', lock, 'mode', 'read')
    live_with_readers()
  end
  -- Also of a downgrade, which Redisson does not tell: other readers may come in now. "1" wakes all.
  call('PUBLISH', ARGV[9], '1')
end
local function give_up() end
-- @include ../lock/exclusive-release.lua
-- @include ../lock/end-hold.lua
return end_hold(ARGV[4])
