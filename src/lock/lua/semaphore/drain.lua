-- Takes all permits, once per request. Redisson's drainPermits, which publishes nothing either.
-- KEYS 1 permits (Redisson's)   2 record of this request
-- ARGV 1 nonce   2 record life, ms
-- reply {"done", nonce, permits taken}   0 when there is no such key; negative: that many were added
-- @include ../request/idempotent.lua
if not value then return done(0, write) end
local reply = done(value, call)
-- Down or up to 0. Unlike Redisson's SET, DECRBY keeps the TTL.
call('DECRBY', key, value)
return reply
