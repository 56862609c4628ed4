-- Included first by the scripts of the permit-expirable semaphore, in Redisson's state. Available permits and leases
-- add up to the permits there are, before and after each of them.
-- KEYS 1 available permits: an integer, below 0 when fewer were set than were leased   2 leases: ids as 16 bytes, and
--     their ends, epoch ms
-- ARGV 1 nonce
local permits, leases, nonce = KEYS[1], KEYS[2], ARGV[1]
local call = redis.call
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- @include ../request/counter.lua
-- As Java reads it: no exponent, no fraction.
local function digits(number)
  return string.format('%.0f', number)
end

-- What was read of the available permits, before anything is written: INCRBY would refuse it later.
local function count(text)
  return tonumber(counter(text))
end

-- Told when there is at least `least`: Java's listeners fail on a negative number.
local function give_back(many, channel, least)
  local available = call('INCRBY', permits, many)
  if available >= least then call('PUBLISH', channel, digits(available)) end
  return available
end

-- Leases that are over are permits again: all at once, where Redisson's acquire takes back only as many as are asked
-- for. The lease that ends first says whether any is over. It also shows whether this is a set of permits: their ids
-- have 16 bytes.
local function sweep(available, channel)
  local id, till = unpack(call('ZRANGE', leases, 0, 0, 'WITHSCORES'))
  if id and #id ~= 16 then error('NOT_A_LOCK 2') end
  if not id or tonumber(till) > now then return available end
  return give_back(call('ZREMRANGEBYSCORE', leases, 0, digits(now)), channel, 1)
end
