-- Ends this read hold, and tells those who may acquire next when the last of all readers leaves. Also cancels an
-- acquire, and gives up waiting.
-- KEYS 1 lock hash   2 owner state   3 queue   4 writers   5 last attempts
--      [6 record: only when the caller passed the owner]
-- ARGV 1 to 10 as the read/write lock's   11 waiter, see queue.lua; "": the caller does not wait
-- reply {"ended", nonce, how}   as the read/write lock's; a waiter's "free" or "taken" says that it has left the queue
-- @include ../lock/hold-state.lua
record = KEYS[6]
local releases, timeouts, me = ARGV[9], ARGV[10], ARGV[11]
-- @include ../read-write/timeouts.lua
-- @include ../lock/lock-hash.lua
-- @include ../lock/hold-count.lua
-- @include queue.lua
-- @include next.lua
local function freed()
  wake_next('free')
  publish(releases, '0')
end
-- @include ../read-write/read-release.lua
-- @include ../lock/end-hold.lua
return end_hold(ARGV[4])
