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

local function freed()
  publish(ARGV[9], '0')
end
-- @include read-release.lua
local function give_up() end
-- @include ../lock/end-hold.lua
return end_hold(ARGV[4])
