-- Included by the scripts that free a lock, after isolates.lua. Expects `call`.

-- Names the isolate that is next, and two that look after it: they attempt later, unless they hear more. A message of
-- names is "1" and their digits: a number, as Redisson expects it, but none that it knows.
local function name_next(channel)
  local first = call('LMOVE', isolates, isolates, 'LEFT', 'RIGHT')
  if not first then return end
  local rest = call('LRANGE', isolates, 0, 1)
  call('SET', flag, '1', 'PX', LISTED_MS)
  call('PUBLISH', channel, '1' .. first .. table.concat(rest))
end

-- Publishes a release. `deleted`: how many keys were deleted, the lock and its flag. Names come before the message that
-- wakes Redisson's waiters, and isolates that are not in the list.
local function publish_release(channel, deleted)
  -- Nothing may keep that message back: the list may be a key of another type, or Redis full.
  if deleted == 2 then pcall(name_next, channel) end
  call('PUBLISH', channel, '0')
end
