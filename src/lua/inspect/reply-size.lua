-- Included by the scripts that reply with many texts. A reply of more than 64 KB is not read.
local MOST_BYTES = 50000

-- Returns how many bytes a text takes in JSON, at most: others than these may be escaped.
local function json_bytes(text)
  local _, odd = string.gsub(text, '[^%w:{}_./ -]', '')
  return #text + 5 * odd + 3
end
