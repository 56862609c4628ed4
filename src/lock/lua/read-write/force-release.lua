-- Frees the lock of all readers, or of the writer and its readers, once per request. Redisson's forceUnlock, safe to
-- repeat.
-- KEYS 1 lock hash   2 record of this request
-- ARGV 1 nonce   2 record life, ms   3 channel for the release message   4 owner state key of owner ""
--      5 channel that tells the holders   6 "read" | "write": a lock in the other mode is unchanged
-- reply {"forced", nonce, 1 | 0}   as the plain lock's
-- @include ../lock/force-release-begin.lua
look_at_lock()
if mode == 'plain' then refuse(lock) end
if mode ~= ARGV[6] then return forced(0) end
local reply = forced(1)
call('DEL', lock)
publish(ARGV[3], mode == 'write' and '1' or '0')
tell_holders()
return reply
