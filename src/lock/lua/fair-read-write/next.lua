-- Included after queue.lua by the scripts that end a hold. Expects `me`, the waiter that gives up, or "".

-- Tells those who may acquire next. A queue key of another type must not prevent the release.
local function wake_next(open)
  pcall(wake, open)
end

local function give_up()
  if me ~= '' then quit(me) end
end
