-- What the read lock, or the write lock, looks like now.
-- KEYS 1 lock hash
-- ARGV 1 request id   2 "read" | "write"   [3 owner, as its field is called]
-- reply {"status", request id, remaining ms, hold count of the owner}   remaining: -2 nobody reads, or writes; -1 no TTL
local mode = redis.call('HGET', KEYS[1], 'mode')
-- Beside the mode and the writer there may be its own readers.
local locked = mode == ARGV[2] or (mode == 'write' and ARGV[2] == 'read' and redis.call('HLEN', KEYS[1]) > 2)
local count = ARGV[3] and redis.call('HGET', KEYS[1], ARGV[3])
return { 'status', ARGV[1], locked and redis.call('PTTL', KEYS[1]) or -2, tonumber(count or '0') }
