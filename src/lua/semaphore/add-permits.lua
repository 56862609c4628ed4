-- Adds permits, or takes some away without asking whether there are any, once per request: Redisson's release and
-- addPermits.
-- KEYS 1 permits (Redisson's): none are 0   2 record of this request
-- ARGV 1 nonce   2 record life, ms   3 permits, may be negative   4 channel of the semaphore
-- reply {"done", nonce, permits then}
-- @include ../request/idempotent.lua
-- @include notify.lua
-- Unlike Redisson's SET, INCRBY leaves the TTL as it is.
local permits = call('INCRBY', key, ARGV[3])
notify(ARGV[4], permits)
return done(permits)
