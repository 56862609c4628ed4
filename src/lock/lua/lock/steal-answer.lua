-- Included last by the scripts that steal a lock, after new-owner.lua. The including file defines
--   take_first()   grants the free lock to a new owner of which Redis knows nothing; else returns nil
--   take_free()    grants the free lock
--   known()        loads what Redis remembers of this hold, and returns the answer of settled()
--   steal(left)    takes the lock away from others. `left`: its remaining ms

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
