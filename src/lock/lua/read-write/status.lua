-- Describes the read lock or the write lock.
-- KEYS 1 lock hash   2 owner state of the owner
-- ARGV 1 nonce   2 field of the owner, or ""   3 "read" | "write"
-- reply {"status", nonce, remaining ms, hold count of the owner}   remaining: -2 nobody holds the lock of ARGV 3
-- error NOT_A_LOCK
-- @include ../lock/describe.lua
-- Beside the fields of the mode and the writer there may be the writer's own read holds.
local locked = mode == ARGV[3] or (mode == 'write' and ARGV[3] == 'read' and read('HLEN', lock) > 2)
return { 'status', ARGV[1], locked and left or -2, tonumber(count or 0) }
