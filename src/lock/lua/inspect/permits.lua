-- Describes a permit-expirable semaphore. Changes nothing. Permits of expired leases count as available, even before a
-- script takes them back.
-- KEYS 1 available permits   2 leases
-- ARGV 1 nonce   2 channel
-- reply {"permits", nonce, 1 | 0, available, leased, subscriptions, remaining ms, listed leases, …}
--   0: the number of permits was never set   subscriptions: -1 if Redis refuses to count them
--   remaining: of the number of permits; -1 if it does not expire, -2 if there is none
--   then for each listed lease, in the order of their ends: id, 32 hex digits, and remaining ms; -1: it does not end
-- error NOT_A_LOCK
-- @include ../permit-expirable/permits.lua
-- @include subscriptions.lua
local MOST_TOLD = 100
-- Redisson's score for a lease without an end.
local NEVER = 922337203685477

local function hex_of(bytes)
  return (string.gsub(bytes, '.', function(byte)
    return string.format('%02x', string.byte(byte))
  end))
end

local text = read('GET', permits)
local available = text and count(text)
local expired = read('ZCOUNT', leases, '-inf', digits(now))
local leased = read('ZCARD', leases) - expired
local told = read('ZRANGE', leases, '(' .. digits(now), '+inf', 'BYSCORE', 'LIMIT', 0, MOST_TOLD, 'WITHSCORES')
local reply = { 'permits', nonce, text and 1 or 0, (available or 0) + (text and expired or 0), leased }
table.insert(reply, subscriptions({ ARGV[2] }))
table.insert(reply, read('PTTL', permits))
table.insert(reply, #told / 2)
for at = 1, #told, 2 do
  if #told[at] ~= 16 then error('NOT_A_LOCK 2') end
  local till = tonumber(told[at + 1])
  table.insert(reply, hex_of(told[at]))
  table.insert(reply, till >= NEVER and -1 or till - now)
end
return reply
