-- Included after hold-state.lua by the scripts that act on a hold that was granted.

-- The owner's hold count when this hold is one of those counted, else nil.
-- A record that has run out leaves only what the client says: the epoch it was told when it got the lock.
local function counted(epoch_told)
  local born = mark ~= '' and string.sub(mark, 2) or epoch_told
  return (epoch == '' or epoch == born) and call('HGET', lock, owner) or nil
end
