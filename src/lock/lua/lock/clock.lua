-- Included by the scripts that compare times. Expects `call`.
-- The time of Redis, epoch ms; nil before read_time().
local now

local function read_time()
  local time = call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Returns a number as Redis reads it: Lua would write a large one with an exponent.
local function digits(number)
  return string.format('%.0f', number)
end
