-- Included after read-release.lua and end-owner.lua by the scripts that end all read holds of one owner.

-- Ends them as one hold, with the longest lease of them all.
local function end_reads()
  if hold_mark ~= '' then return answer(hold_mark) end
  local holds = held_count(false)
  if not holds then return done(0) end
  local reply = done(1)
  end_owner(function()
    lives[timeout_key(owner, 1)] = longest_of(owner, holds)
    end_last()
    for n = 2, holds do pcall(set_life, owner, n) end
  end)
  return reply
end
