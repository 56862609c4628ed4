-- @use lib/state lib/once

-- Permits with leases. Before and after each script, available permits and leases add up to the number of permits.
-- KEYS 1 available permits: an integer, below 0 if fewer were set than were leased   2 leases: ids as 16 bytes, and
--     their ends, epoch ms

-- Formats a number as Java reads it: no exponent, no fraction.
local function digits(number)
  return string.format('%.0f', number)
end

-- Parses the available permits. Call it before anything is written: INCRBY would refuse bad text only later.
local function count(text)
  return tonumber(counter(text))
end

-- Gives permits back, and publishes the number if it is at least `least`: Java's listeners fail on a negative one.
-- `end_leases(...)` ends their leases.
local function give_back(many, channel, least, end_leases, ...)
  local available = write('INCRBY', permits, many)
  undo('INCRBY', permits, -many)
  end_leases(...)
  if available >= least then publish(channel, digits(available)) end
end

-- Makes permits of expired leases available again; Redisson's acquire takes back only as many as it needs. The lease
-- that ends first shows whether any has expired. It also shows whether this is a set of permits: their ids have 16
-- bytes. Returns how many permits are free: those of all expired leases are, taken back or not.
local function sweep(available, channel)
  local id, till = unpack(read('ZRANGE', leases, 0, 0, 'WITHSCORES'))
  if id and #id ~= 16 then error('NOT_A_LOCK 2') end
  if not id or tonumber(till) > now then return available end
  local expired = read('ZCOUNT', leases, '-inf', digits(now))
  local many = math.min(expired, MOST_SWEPT)
  give_back(many, channel, 1, call, 'ZREMRANGEBYRANK', leases, 0, many - 1)
  return available + expired
end

-- @block permits
local permits, leases, nonce = KEYS[1], KEYS[2], ARGV.nonce
local time = read('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- One run takes back at most this many expired leases, and a later one the others. An acquire of the most permits finds
-- enough in one run.
local MOST_SWEPT = 1000
