-- Included after lock-hash.lua by the scripts that describe locks. Reads the owner states of their holders.
-- keys beyond KEYS: the owner states of holders

-- Longer than any owner state.
local LONGEST_STATE = 700

-- Returns the owner states under these keys, "" for each key without a text.
local function texts_of(keys)
  local texts = #keys > 0 and read('MGET', unpack(keys)) or {}
  for at = 1, #keys do texts[at] = string.sub(texts[at] or '', 1, LONGEST_STATE) end
  return texts
end
