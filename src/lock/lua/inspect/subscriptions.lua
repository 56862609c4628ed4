-- Included by the scripts that describe something with waiters.

-- Returns how many connections are subscribed to these channels; -1: Redis refuses to count them.
local function subscriptions(channels)
  local counts = redis.pcall('PUBSUB', 'NUMSUB', unpack(channels))
  if counts.err then return -1 end
  local sum = 0
  for at = 2, #counts, 2 do sum = sum + counts[at] end
  return sum
end
