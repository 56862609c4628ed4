-- Adds permits, or removes some without checking that they exist, once per request: Redisson's release and addPermits.
-- KEYS 1 permits (Redisson's): a missing key counts as 0   2 record of this request
-- ARGV 1 nonce   2 record life, ms   3 permits, may be negative   4 channel of the semaphore
-- reply {"done", nonce, permits left}
-- @include ../request/idempotent.lua
-- @include notify.lua
-- Unlike Redisson's SET, INCRBY leaves the TTL as it is.
local permits = (value or 0) + ARGV[3]
local reply = done(permits, write)
call('INCRBY', key, ARGV[3])
notify(ARGV[4], permits)
return reply
