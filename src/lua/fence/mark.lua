-- Included by the scripts of a fence, which compare a token with the newest one seen.
-- KEYS 1 mark of the resource: the newest token seen, decimal digits
-- ARGV 1 nonce   2 token: decimal digits without leading zeros
local call = redis.call
local mark_key, nonce, token = KEYS[1], ARGV[1], ARGV[2]

-- Whether no newer token was seen. As text, by length and then by digits: Lua's numbers are exact up to 2^53 only. Whoever has read a
-- mark asks this before it writes anything.
local function admits(mark)
  if not mark then return true end
  if not string.find(mark, '^%d+$') then error('the mark of this resource is no number') end
  return #mark < #token or (#mark == #token and mark <= token)
end

-- Without a TTL: once the mark was gone, a token that it had refused would be let in.
local function raise(mark)
  if mark ~= token then call('SET', mark_key, token) end
end
