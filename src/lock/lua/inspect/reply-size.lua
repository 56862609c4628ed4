-- Included by the scripts that reply with many texts. The client refuses a reply of more than 64 KB.
local MOST_BYTES = 50000

-- Returns the most bytes that a text takes in JSON. Bytes other than these may be escaped.
local function json_bytes(text)
  local _, odd = string.gsub(text, '[^%w:{}_./ -]', '')
  return #text + 5 * odd + 3
end
