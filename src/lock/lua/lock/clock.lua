-- Included by the scripts that compare times.
-- The time of Redis, epoch ms, and the reply to TIME; nil before read_time().
local now, time

local function read_time()
  time = read('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Returns a number as Redis reads it: Lua would write a large one with an exponent.
local function digits(number)
  return string.format('%.0f', number)
end
