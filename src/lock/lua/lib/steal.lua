-- @use lib/state lib/lock-hash lib/grant
-- @open theft told_on take_first take_free known steal

-- Takes a lock away from its holders. A script supplies:
--   theft      "stolen:<thief>": how the holds of the robbed owners end
--   told_on    the channel that tells them at once: their fields and `theft`, separated by spaces
--   take_first()   grants the free lock to a new owner of which Redis knows nothing; else returns nil
--   take_free()    grants the free lock
--   known()        loads what Redis remembers of this hold, and returns the answer of settled()
--   steal(left)    takes the lock away from others. `left`: its remaining ms
-- A theft is remembered in the owner state of each holder. All scripts of a holder read that state anyway, so a theft
-- costs a holder nothing. A key for each lock would cost them all a key, and hold only the last theft.

-- Longer than any late copy of a holder's request takes.
local BEYOND_LEASE_MS = 60000
-- A theft from more readers is remembered for about this many. The others find that they are lost.
local MOST_ROBBED = 64

-- keys beyond KEYS: the owner states of the holders, whose names only the lock tells
-- `left`: the lock's remaining ms. Its owner state lives at least as long as before, so that no late copy of an acquire
-- comes after it.
local function rob(field, left)
  local theirs = state_key_of(field)
  local life_ms = math.max(left + BEYOND_LEASE_MS, read('PTTL', theirs))
  local state = '!' .. theft .. '|'
  local before = call('SET', theirs, state .. '-' .. theft, 'PX', life_ms, 'GET')
  if before then undo('SET', theirs, before, 'PX', life_ms) else undo('UNLINK', theirs) end
  -- An end of the default hold that Redis has already recorded does not change.
  local told = string.match(before or '', '^[^|]*|(%-[^\n]*)')
  if not told then return end
  call('SET', theirs, state .. told, 'PX', life_ms)
  undo('SET', theirs, before, 'PX', life_ms)
end

-- Ends the holds of all other owners. `take_it()` returns the answer of the grant: adds the fields of the robbed.
-- The message comes before the grant's own writes: a full Redis refuses the first of all writes, or none.
local function take_away(left, take_it)
  local robbed = {}
  -- One more than that: the mode is no owner.
  for _, field in ipairs(read('HRANDFIELD', lock, MOST_ROBBED + 1)) do
    if field ~= 'mode' or mode == 'plain' then
      rob(field, left)
      table.insert(robbed, field)
    end
  end
  call('UNLINK', lock)
  local names = table.concat(robbed, ' ')
  publish(told_on, names .. ' ' .. theft)
  local answer = take_it()
  table.insert(answer, names)
  return answer
end

-- Returns the answer in fewer commands if it depends on little, else nil.
local function quick_answer()
  if record then return read('EXISTS', lock, owner_state, record) == 0 and take_free() end
  local left = left_of_others(true)
  if left == -2 then return take_first() end
  -- Without an owner state, a new owner's hold was never granted and has not ended.
  if left and left >= 0 and read('EXISTS', owner_state) == 0 then return steal(left) end
end

local function full_answer()
  local answer = known()
  if answer then return answer end
  local left = time_left()
  if left == -2 then return take_free() end
  return steal(left)
end

local function answer()
  return quick_answer() or full_answer()
end
