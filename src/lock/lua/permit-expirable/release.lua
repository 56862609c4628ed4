-- Gives permits back, each once: the one that a caller has, as Redisson's tryRelease, or all of a cancelled acquire.
-- KEYS 1 available permits   2 leases   3 record of the first permit
-- ARGV 1 nonce   2 channel   3 ids of all permits: 32 hex digits each   4 record life, ms
-- reply {"ended", nonce, how}   released, or lost: the lease had ended, or there was none; or the stored end
-- @include permits.lua
-- @include members.lua
-- @include held-permits.lua
local available, left_ms = call('GET', permits), left()
if available then count(available) end
-- The first write is a removal: a full Redis refuses a script only what comes before its first write.
local many = call('ZREM', leases, unpack(members))
if many == 0 then return lost_end() end
-- A release must not recreate a deleted semaphore.
if available then give_back(many, channel, 0) end
return remember(left_ms > 0 and 'released' or 'lost')
