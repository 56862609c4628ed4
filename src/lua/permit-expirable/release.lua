-- Gives permits back: one that somebody has, as Redisson's tryRelease, or all of an acquire that is cancelled. Once per
-- permit.
-- KEYS 1 available permits   2 leases   3 record of the first of them
-- ARGV 1 nonce   2 channel   3 ids of all: 32 hex digits each   4 record life, ms
-- reply {"ended", nonce, how}   released, or lost: the lease was over, or there was none; or the stored end
-- @include permits.lua
-- @include members.lua
-- @include held-permits.lua
local available, left_ms = call('GET', permits), left()
if available then count(available) end
-- First of all it takes something away: Redis without memory refuses a script only what comes before its first write.
local many = call('ZREM', leases, unpack(members))
if many == 0 then return lost_end() end
-- A semaphore that is gone does not come back by it.
if available then give_back(many, channel, 0) end
return remember(left_ms > 0 and 'released' or 'lost')
