-- The light lock, on servers that cannot compare and write in one command.

-- @script release
-- Deletes a light lock, if it still has this value. For servers without DELEX … IFEQ.
-- KEYS lock
-- ARGV value
--   value: of the hold
-- reply 1 | 0   1: deleted; 0: the key has another value, or none
-- error WRONGTYPE   the key holds another type, and is unchanged
-- without the frame: its only write is its last command
if redis.call('GET', KEYS[1]) ~= ARGV.value then return 0 end
return redis.call('DEL', KEYS[1])

-- @script renew
-- Renews a light lock, if it still has this value. For servers without SET … IFEQ, and for a full Redis, which refuses
-- SET.
-- KEYS lock
-- ARGV value, lease_ms
--   value: of the hold
-- reply 1 | 0   1: renewed; 0: the key has another value, or none
-- error WRONGTYPE   the key holds another type, and is unchanged
-- without the frame: its only write is its last command
if redis.call('GET', KEYS[1]) ~= ARGV.value then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV.lease_ms)
