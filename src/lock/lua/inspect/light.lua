-- Included by the scripts that describe locks. Reads light locks: see src/lock/light/value.ts.

-- Longer than any value of a light lock.
local LONGEST_VALUE = 500

-- Returns owner, time of the grant and label of a light lock; nil: the key is something else, or missing.
local function light_parts(key)
  local value = redis.pcall('GETRANGE', key, 0, LONGEST_VALUE)
  if type(value) ~= 'string' then return nil end
  return string.match(value, '^lh1 (%S+) (%d+) (.*)$')
end

-- Returns what an owner state would tell of the grant.
local function light_state(since, label)
  return 'light\n' .. since .. ' ' .. label
end
