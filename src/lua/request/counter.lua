-- Included by the scripts about a key that counts something.
-- The text of a counter, checked; false when there is none.
local function counter(text)
  if not text then return false end
  if #text > 16 or not (text == '0' or string.find(text, '^%-?[1-9]%d*$')) then error('NOT_A_LOCK 1') end
  return text
end
