-- Included by the scripts of a counter.
-- Returns the text of a counter, checked; false: there is none. Raises NOT_A_LOCK.
local function counter(text)
  if not text then return false end
  if #text > 16 or not (text == '0' or string.find(text, '^%-?[1-9]%d*$')) then error('NOT_A_LOCK 1') end
  return text
end
