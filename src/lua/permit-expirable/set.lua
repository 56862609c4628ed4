-- Sets how many permits there are, once per request, and tells it. Redisson's trySetPermits, setPermits and addPermits, but a TTL stays.
-- KEYS 1 available permits   2 record of this request   3 leases
-- ARGV 1 request id   2 record life, ms   3 channel   4 number   5 "try": only where none are set; "set"; "add"
-- reply {"done", request id, 1 | 0}   0: they were set already, and stay as they are
-- @include ../request/once.lua
local leases, channel, number, how = KEYS[3], ARGV[3], ARGV[4], ARGV[5]
local available = call('GET', key)
if available and how == 'try' then return done(0) end
local more = tonumber(number)
if available and how == 'set' then more = number - available - call('ZCARD', leases) end
-- Leases of a semaphore that is gone would become permits of this one.
if not available and call('ZCARD', leases) > 0 then call('DEL', leases) end
if more ~= 0 or not available then
  call('INCRBY', key, string.format('%.0f', more))
  if how ~= 'add' or more > 0 then call('PUBLISH', channel, number) end
end
return done(1)
