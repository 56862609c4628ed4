-- Included by the scripts that acquire the fenced lock, after token.lua and with-holder.lua. As the plain lock's.

-- Returns the answer in fewer commands if it depends on little, else nil.
local function quick_answer()
  if record then return read('EXISTS', lock, owner_state, record) == 0 and take_with_token(latest_token()) end
  local left = left_of_others(ARGV[6] ~= '2')
  return left == -2 and take_new_with_token() or refuse_new(left)
end

local function full_answer()
  local answer, latest = settled_with_token()
  if answer then return answer end
  local left = time_left()
  if left == -2 then
    -- Another owner's lease ended just now.
    if not record then latest = latest_token() end
    return take_with_token(latest)
  end
  if last then remember_end('refused', life_ms) end
  return { 'busy', nonce, left }
end

local function answer()
  return with_holder(quick_answer() or full_answer())
end
