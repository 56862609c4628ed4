-- Ends this write hold, and tells those who may acquire next: all after the writer's last hold, or readers if the
-- writer's own read holds keep the lock (downgrade). Also cancels an acquire, and gives up waiting.
-- KEYS as release-read.lua's
-- ARGV 1 nonce   2 owner, followed by ":write"   3 to 11 as release-read.lua's
-- reply {"ended", nonce, how}   as release-read.lua's
-- @include ../lock/hold-state.lua
record = KEYS[6]
local releases, timeouts, me = ARGV[9], ARGV[10], ARGV[11]
-- @include ../read-write/timeouts.lua
-- @include ../lock/lock-hash.lua
-- @include ../lock/hold-count.lua
-- @include queue.lua
-- @include next.lua
local function freed(open)
  wake_next(open)
  -- Redisson's waiters: also after a downgrade, because other readers may acquire now. "1" wakes all.
  publish(releases, '1')
end
-- @include ../read-write/write-release.lua
-- @include ../lock/exclusive-release.lua
-- @include ../lock/end-hold.lua
return end_hold(ARGV[4])
