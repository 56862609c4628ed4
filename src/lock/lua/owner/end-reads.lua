-- Included after read-release.lua and end-owner.lua by the scripts that end all read holds of one owner.

-- Ends them as one hold: its timeout key gets the longest lease of them all.
local function end_reads()
  if hold_mark ~= '' then return answer(hold_mark) end
  local holds = held_count(false)
  if not holds then return done(0) end
  local reply = done(1)
  end_owner(function()
    local longest = longest_of(owner, holds)
    for n = 2, holds do set_life(owner, n) end
    if longest > life_of(owner, 1) then set_life(owner, 1, longest) end
    end_last()
  end)
  return reply
end
