-- Takes all permits, once per request. Redisson's drainPermits, which tells nobody either.
-- KEYS 1 permits (Redisson's)   2 record of this request
-- ARGV 1 request id   2 record life, ms
-- reply {"done", request id, permits taken}   0 when there is no such key; negative when that many were given
-- @include ../request/once.lua
local permits = call('GET', key)
if not permits then return done(0) end
-- To 0. Unlike Redisson's SET, it leaves the TTL as it is, and refuses what is no number.
call('DECRBY', key, permits)
return done(permits)
