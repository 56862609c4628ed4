-- Included after once.lua by the scripts that end all holds of one owner.
-- ARGV 5 channel for the release message   6 channel that tells the holders: the field and the end

-- How the holds end: as those that are released by their text. A theft writes the same state, see take-away.lua.
local ENDED = 'released-elsewhere'
-- Longer than any late copy of a holder's request takes.
local BEYOND_LEASE_MS = 60000

local function end_owner()
  local life_ms = math.max(call('PTTL', lock) + BEYOND_LEASE_MS, call('PTTL', owner_state))
  write('SET', owner_state, '!' .. ENDED .. '|-' .. ENDED, 'PX', life_ms)
  call('PUBLISH', ARGV[6], owner .. ' ' .. ENDED)
end
