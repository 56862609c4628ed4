-- Finds hashes by their names: the keys that may be locks. Changes nothing.
-- ARGV 1 nonce   2 cursor of SCAN, "0" at first   3 pattern of the keys   4 how many keys to pass, about
--      5 how many keys to find, at most; a few more if Redis returns them together
-- reply {"scanned", nonce, cursor, key, …}   cursor: "0" after the last key. A key may come twice
--       {"refused", nonce, error}            Redis refuses SCAN
local cursor, to_pass, wanted = ARGV[2], tonumber(ARGV[4]), tonumber(ARGV[5])
-- How many keys one SCAN passes.
local MOST = 1000
local many = math.min(MOST, wanted)
local found = {}
repeat
  local page = redis.pcall('SCAN', cursor, 'MATCH', ARGV[3], 'COUNT', many, 'TYPE', 'hash')
  if page.err then return { 'refused', ARGV[1], page.err } end
  to_pass = to_pass - many
  if #found + #page[2] <= wanted or many <= wanted - #found then
    for _, key in ipairs(page[2]) do table.insert(found, key) end
    cursor, many = page[1], MOST
  else
    -- Too many: again, with as many as may still be found.
    many = wanted - #found
  end
until cursor == '0' or #found >= wanted or to_pass <= 0
return { 'scanned', ARGV[1], cursor, unpack(found) }
