-- What the read lock, or the write lock, looks like now.
-- KEYS 1 lock hash
-- ARGV 1 nonce   2 owner, as its field is called, or ""   3 owner state of that owner   4 "read" | "write"
-- reply {"status", nonce, remaining ms, hold count of the owner}   remaining: -2 nobody reads, or writes
-- error NOT_A_LOCK
-- @include ../lock/describe.lua
-- Beside the mode and the writer there may be its own readers.
local locked = mode == ARGV[4] or (mode == 'write' and ARGV[4] == 'read' and call('HLEN', lock) > 2)
return { 'status', ARGV[1], locked and left or -2, tonumber(count or 0) }
