-- Included after members.lua by the scripts that act on the permits of one acquire.
-- KEYS 3 record of the first permit, and of all until their caller has them: "+" leased, "-<how>" ended
local function ended(how)
  return { 'ended', nonce, how }
end

-- Records the end, and returns it. Call it before the effect.
local function remember(how)
  local before = write('SET', record, '-' .. how, 'PX', life_ms, 'GET')
  if before then undo('SET', record, before, 'PX', life_ms) else undo('UNLINK', record) end
  return ended(how)
end

-- Returns the stored end, or nil. A definite answer never changes.
local function stored_end(mark)
  if mark and string.sub(mark, 1, 1) == '-' then return ended(string.sub(mark, 2)) end
end

-- Returns scores and members as ZADD takes them.
local function scored(lease_ms)
  local list, till = {}, digits(now + lease_ms)
  for _, member in ipairs(members) do
    table.insert(list, till)
    table.insert(list, member)
  end
  return unpack(list)
end

-- Returns the stored end, or records "lost": the permits are not all leased. Those that are may be in use by now, and
-- each ends by itself.
local function lost_end()
  return stored_end(read('GET', record)) or remember('lost')
end
