-- Included last by the scripts that acquire the plain lock, after new-owner.lua and with-holder.lua.

-- Returns the answer in fewer commands if it depends on little, else nil.
local function quick_answer()
  if record then return read('EXISTS', lock, owner_state, record) == 0 and take() end
  local left = left_of_others(ARGV[6] ~= '2')
  return left == -2 and take_new() or refuse_new(left)
end

local function full_answer()
  load_state()
  local answer = settled()
  if answer then return answer end
  -- Only a passed owner can find the lock free here: it may acquire the lock again, with a new hold.
  local left = time_left()
  if left == -2 then return take() end
  if last then remember_end('refused', life_ms) end
  return { 'busy', nonce, left }
end

local function answer()
  return with_holder(quick_answer() or full_answer())
end
