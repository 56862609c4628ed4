-- Frees the lock regardless of its owner, once per request, and wakes the first waiter. The queue stays. Redisson's
-- fair forceUnlock, safe to repeat.
-- KEYS 1 lock hash   2 record of this request   3 queue   4 scores   5 last attempts
--      6 list of standing requests of the plain lock   7 its flag
-- ARGV 1 nonce   2 record life, ms   3 prefix of the waiters' channels   4 owner state key of owner ""
--      5 channel that tells the holders   6 patience, ms
-- reply {"forced", nonce, 1 | 0}   1: a lock was freed; a repeated request gets the first answer
--       {"forced", nonce, 1, "granted", …}   as release.lua's
-- @include ../lock/force-release-begin.lua
look_at_lock()
local patience_ms = tonumber(ARGV[6])
-- @include queue.lua
-- @include first-left.lua
-- @include ../lock/standing.lua
-- @include serve-queue.lua
if mode == 'read' or mode == 'write' then refuse(lock) end
if not mode then return forced(0) end
local reply = forced(1)
local granted = serve_queue(ARGV[3], call('DEL', lock, flag))
tell_holders()
return with_grant(reply, granted)
