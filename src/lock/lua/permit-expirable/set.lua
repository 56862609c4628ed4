-- Sets or changes the number of permits, once per request, and publishes it. Redisson's trySetPermits, setPermits and
-- addPermits, but keeps a TTL.
-- KEYS 1 available permits   2 record of this request   3 leases
-- ARGV 1 nonce   2 record life, ms   3 channel   4 number   5 "try": only if it was never set; "set"; "add"
-- reply {"done", nonce, 1 | 0}   0: it was already set, and is unchanged
-- @include ../request/idempotent.lua
local leases, channel, number, how = KEYS[3], ARGV[3], ARGV[4], ARGV[5]
local available = value
if available and how == 'try' then return done(0, write) end
local leased = read('ZRANDMEMBER', leases, 3)
for _, id in ipairs(leased) do
  -- The ids of permits have 16 bytes.
  if #id ~= 16 then error('NOT_A_LOCK 3') end
end
local more = tonumber(number)
if available and how == 'set' then more = number - available - read('ZCARD', leases) end
if more == 0 and available then return done(1, write) end
local reply = done(1, call)
call('INCRBY', key, string.format('%.0f', more))
if not available and #leased > 0 then
  undo('UNLINK', key)
  -- Leases of a deleted semaphore would become permits of this one.
  call('DEL', leases)
end
if how ~= 'add' or more > 0 then publish(channel, number) end
return reply
