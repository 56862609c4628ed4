-- Describes the read lock or the write lock.
-- KEYS 1 lock hash
-- ARGV 1 nonce   2 field of the owner, or ""   3 owner state of that owner   4 "read" | "write"
-- reply {"status", nonce, remaining ms, hold count of the owner}   remaining: -2 nobody holds the lock of ARGV 4
-- error NOT_A_LOCK
-- @include ../lock/describe.lua
-- Beside the fields of the mode and the writer there may be the writer's own read holds.
local locked = mode == ARGV[4] or (mode == 'write' and ARGV[4] == 'read' and call('HLEN', lock) > 2)
return { 'status', ARGV[1], locked and left or -2, tonumber(count or 0) }
