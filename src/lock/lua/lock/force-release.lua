-- Frees the lock regardless of its owner, once per request. Redisson's forceUnlock, safe to repeat.
-- KEYS 1 lock hash   2 record of this request
-- ARGV 1 nonce   2 record life, ms   3 channel for the release message   4 owner state key of owner ""
--      5 channel that tells the holders
-- reply {"forced", nonce, 1 | 0}   1: a lock was freed; a repeated request gets the first answer
-- error NOT_A_LOCK   also for a lock of another kind
-- @include force-release-begin.lua
if mode == 'read' or mode == 'write' then refuse(lock) end
local freed = mode and call('DEL', lock) or 0
if freed == 1 then call('PUBLISH', ARGV[3], '0') end
return forced(freed)
