-- Included after permits.lua by the scripts that act on permits by their ids.
-- KEYS 3 record of the permits, or of the request
-- ARGV 2 channel   3 ids: 32 hex digits each, with nothing between   4 record life, ms
local record, channel, life_ms = KEYS[3], ARGV[2], ARGV[4]
local members = {}
for hex in string.gmatch(ARGV[3], string.rep('%x', 32)) do
  local bytes = string.gsub(hex, '%x%x', function(byte) return string.char(tonumber(byte, 16)) end)
  table.insert(members, bytes)
end

-- Returns for how long all of them remain leased, ms; 0 or less: at least one is not.
local function left()
  local least = math.huge
  for _, till in ipairs(call('ZMSCORE', leases, unpack(members))) do
    least = math.min(least, till and till - now or 0)
  end
  return least
end
