-- Takes all permits, once per request. Redisson's drainPermits, which tells nobody either.
-- KEYS 1 permits (Redisson's)   2 record of this request
-- ARGV 1 nonce   2 record life, ms
-- reply {"done", nonce, permits taken}   0 when there is no such key; negative when that many were given
-- @include ../request/idempotent.lua
if not value then return done(0) end
-- To 0. Unlike Redisson's SET, it leaves the TTL as it is.
call('DECRBY', key, value)
return done(value)
