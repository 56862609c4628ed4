-- Included after permits.lua by the scripts that act on permits by their ids.
-- KEYS 3 record of the permits, or of the request
-- ARGV 2 channel   3 ids: 32 hex digits each, with nothing between   4 record life, ms
local record, channel, life_ms = KEYS[3], ARGV[2], ARGV[4]
-- Converts each pair of digits once. A function for each pair would take five times as long for many ids.
local byte_of = setmetatable({}, {
  __index = function(bytes, hex)
    bytes[hex] = string.char(tonumber(hex, 16))
    return bytes[hex]
  end,
})
local members, bytes = {}, string.gsub(ARGV[3], '..', byte_of)
for at = 1, #bytes, 16 do
  table.insert(members, string.sub(bytes, at, at + 15))
end

-- Returns for how long all of them remain leased, ms; 0 or less: at least one is not. And how many have a lease, ended
-- or not.
local function left()
  local least, many = math.huge, 0
  for _, till in ipairs(read('ZMSCORE', leases, unpack(members))) do
    least = math.min(least, till and till - now or 0)
    if till then many = many + 1 end
  end
  return least, many
end
