-- Included by the scripts of a fence, which compare a token with the newest one seen.
-- KEYS 1 mark of the resource: the newest token seen, decimal digits
-- ARGV 1 nonce   2 token: decimal digits without leading zeros
local mark_key, nonce, token = KEYS[1], ARGV[1], ARGV[2]

-- Returns whether no newer token was seen. Compares text, by length and then by digits, because Lua's numbers are exact
-- only up to 2^53. A script must ask this before it writes anything.
local function admits(mark)
  if not mark then return true end
  if not string.find(mark, '^%d+$') then error('the mark of this resource is no number') end
  return #mark < #token or (#mark == #token and mark <= token)
end

-- Returns whether a token that would raise the mark comes from no grant. The token of a grant is the time of Redis, or
-- one more than the latest token. So a token is too high if it is a minute ahead of that time, and this lock has issued
-- none as high. Such a mark would refuse every holder for ever. Doubles are exact enough for this bound.
local function is_ahead(mark, token_key)
  if mark == token then return false end
  local time = read('TIME')
  if tonumber(token) <= (time[1] + 60) * 1e6 + time[2] then return false end
  local latest = tonumber(read('GET', token_key) or '')
  return not latest or latest < tonumber(token)
end

-- The mark has no TTL: after its end, a token that it had refused would be accepted.
local function raise(mark)
  if mark ~= token then call('SET', mark_key, token) end
end
