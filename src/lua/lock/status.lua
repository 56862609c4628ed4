-- What the lock looks like now. A script rather than plain reads, so that the primary answers, never a stale replica.
-- KEYS 1 lock hash
-- ARGV 1 request id   [2 owner]
-- reply {"status", request id, remaining ms, hold count of the owner}   remaining: -2 free, -1 no TTL
local count = ARGV[2] and redis.call('HGET', KEYS[1], ARGV[2])
return { 'status', ARGV[1], redis.call('PTTL', KEYS[1]), tonumber(count or '0') }
