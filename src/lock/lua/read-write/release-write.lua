-- Ends this write hold. After the writer's last one, the lock is free, or is kept by the writer's own read holds
-- (downgrade). Also cancels an acquire. As the plain lock's release.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 nonce   2 owner, followed by ":write"   3 to 8 as the plain lock's   9 channel for the release message
--      10 prefix of the timeout keys
-- reply {"ended", nonce, how}   as the plain lock's; released: no write hold remains
-- @include ../lock/hold-state.lua
local timeouts = ARGV[10]
-- @include timeouts.lua
-- @include ../lock/lock-hash.lua
-- @include ../lock/hold-count.lua
local function freed()
  -- Publish also after a downgrade, unlike Redisson: other readers may acquire now. "1" wakes all.
  publish(ARGV[9], '1')
end
-- @include write-release.lua
local function give_up() end
-- @include ../lock/exclusive-release.lua
-- @include ../lock/end-hold.lua
return end_hold(ARGV[4])
