-- Frees the lock regardless of its owner, once per request. Redisson's forceUnlock, safe to repeat.
-- KEYS 1 lock hash   2 record of this request   3 list of standing requests   4 its flag
-- ARGV 1 nonce   2 record life, ms   3 channel for the release message   4 owner state key of owner ""
--      5 channel that tells the holders
-- reply {"forced", nonce, 1 | 0}   1: a lock was freed; a repeated request gets the first answer
-- error NOT_A_LOCK   also for a lock of another kind
-- @include force-release-begin.lua
-- @include clock.lua
-- @include standing.lua
-- @include serve.lua
if mode == 'read' or mode == 'write' then refuse(lock) end
if not mode then return forced(0) end
freed(ARGV[3], call('DEL', lock, flag), '')
return forced(1)
