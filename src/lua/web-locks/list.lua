-- An operation of batch.lua: adds names to those that lock managers have used. query() finds them there.
-- KEYS 1 names: name -> time of its last use, epoch ms
-- ARGV 1 nonce   2… names, as in the keys of their locks
-- reply {"listed", nonce}
local MOST_NAMES = 10000
local time, uses = redis.call('TIME'), {}
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
for at = 2, #ARGV do
  table.insert(uses, now)
  table.insert(uses, ARGV[at])
end
if redis.call('ZADD', KEYS[1], unpack(uses)) > 0 then redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -MOST_NAMES - 1) end
return { 'listed', ARGV[1] }
