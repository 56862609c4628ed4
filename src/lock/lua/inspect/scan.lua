-- Finds the keys that may be locks and whose names match: hashes, and the texts of light locks. Changes nothing.
-- KEYS none; in a cluster, 1 any key of the node
-- keys beyond KEYS: all keys of the database
-- ARGV 1 nonce   2 cursor of SCAN, "0" at first   3 pattern of the keys   4 about how many keys to pass
--      5 the most keys to find; a few more if Redis returns them together
--      6 1: finds light locks too. Without a prefix, it would have to read every text of the application
-- reply {"scanned", nonce, cursor, key, …}   cursor: "0" after the last key. A key may come twice. Keys of more
--           than 1,000 bytes are left out
--       {"refused", nonce, error}            Redis refuses SCAN
-- @include reply-size.lua
local cursor, to_pass, wanted = ARGV[2], tonumber(ARGV[4]), tonumber(ARGV[5])
-- How many keys one SCAN passes.
local MOST = 1000
local LONGEST = 1000
local many, bytes_left = math.min(MOST, wanted), MOST_BYTES
local found, is_over = {}, false

-- Adds the light locks among these texts to the keys.
local function add_light(keys, texts)
  for _, key in ipairs(texts) do
    -- A user may lack the right to this command.
    if redis.pcall('GETRANGE', key, 0, 3) == 'lh1 ' then table.insert(keys, key) end
  end
end

-- Adds keys of one SCAN. Returns whether they fit into the reply.
local function add(keys)
  local bytes, some = 0, {}
  for _, key in ipairs(keys) do
    if #key <= LONGEST then
      bytes = bytes + json_bytes(key)
      table.insert(some, key)
    end
  end
  if bytes > bytes_left and (#found > 0 or many > 1) then return false end
  bytes_left = bytes_left - bytes
  for _, key in ipairs(some) do table.insert(found, key) end
  return true
end

local function scan(form)
  return redis.pcall('SCAN', cursor, 'MATCH', ARGV[3], 'COUNT', many, 'TYPE', form)
end

repeat
  local page = scan('hash')
  if page.err then return { 'refused', ARGV[1], page.err } end
  -- From the same cursor, so the same keys are passed.
  if ARGV[6] == '1' then add_light(page[2], scan('string')[2]) end
  to_pass = to_pass - many
  if #found + #page[2] > wanted and many > wanted - #found then
    -- Too many keys: repeat it with a COUNT of the keys that are still wanted.
    many = wanted - #found
  elseif add(page[2]) then
    -- Only the cursor of keys that were taken: the first one is "0", too.
    cursor, many, is_over = page[1], MOST, page[1] == '0'
  elseif #found > 0 then
    -- The next run begins with those that do not fit.
    to_pass = 0
  else
    many = math.floor(many / 2)
  end
until is_over or #found >= wanted or to_pass <= 0
return { 'scanned', ARGV[1], cursor, unpack(found) }
