-- Included after once.lua by the scripts that end all holds of one owner.
-- ARGV 5 channel for the release message   6 channel that tells the holders: the field and the end

-- How the holds end: as those that are released by their text. A theft writes the same state, see take-away.lua.
local ENDED = 'released-elsewhere'
-- Longer than any late copy of a holder's request takes.
local BEYOND_LEASE_MS = 60000

-- Records how the holds end, ends them by `free()`, and tells their holders. Returns what `free()` returns.
local function end_owner(free)
  local life_ms = math.max(read('PTTL', lock) + BEYOND_LEASE_MS, read('PTTL', owner_state))
  write('SET', owner_state, '!' .. ENDED .. '|-' .. ENDED, 'PX', life_ms)
  if owner_state_exists then undo('SET', owner_state, state_before, 'PX', life_ms) else undo('UNLINK', owner_state) end
  local freed_for = free()
  publish(ARGV[6], owner .. ' ' .. ENDED)
  return freed_for
end
