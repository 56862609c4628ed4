-- Tells how long several locks are still held. Changes nothing.
-- KEYS for each lock: lock hash
-- ARGV 1 nonce
-- reply {"looked", nonce, remaining ms, …}   in the order of the locks; -2: free; -1: the key has no TTL
local reply = { 'looked', ARGV[1] }
for _, lock in ipairs(KEYS) do
  table.insert(reply, redis.call('PTTL', lock))
end
return reply
