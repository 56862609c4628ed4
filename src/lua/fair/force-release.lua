-- Frees the lock whoever has it, once per request, and tells the first of the queue, which stays. Redisson's fair
-- forceUnlock, safe to repeat.
-- KEYS 1 lock hash   2 record of this request   3 queue   4 scores   5 last tries
-- ARGV 1 nonce   2 record life, ms   3 channel of each waiter, up to its owner   4 owner state of an owner without a
--     name   5 patience, ms
-- reply {"forced", nonce, 1 | 0}   1: a lock was there and is gone; a repeated request gets the first answer
-- @include ../lock/force-release-begin.lua
local patience_ms = tonumber(ARGV[5])
-- @include queue.lua
if mode == 'read' or mode == 'write' then refuse(lock) end
local freed = mode and call('DEL', lock) or 0
if freed == 1 then notify_head(ARGV[3]) end
return forced(freed)
