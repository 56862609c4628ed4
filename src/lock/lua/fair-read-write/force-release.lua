-- Frees the lock as the read/write lock's force-release, and tells those who may acquire next.
-- KEYS 1 lock hash   2 record of this request   3 queue   4 writers   5 last attempts
-- ARGV as the read/write lock's
-- reply {"forced", nonce, 1 | 0}   as the plain lock's
-- @include ../lock/force-release-begin.lua
look_at_lock()
local releases = ARGV[3]
-- @include queue.lua
if mode == 'plain' then refuse(lock) end
if mode ~= ARGV[6] then return forced(0) end
local reply = forced(1)
call('DEL', lock)
pcall(wake, 'free')
publish(releases, mode == 'write' and '1' or '0')
tell_holders()
return reply
