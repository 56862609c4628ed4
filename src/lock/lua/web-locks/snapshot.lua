-- An operation of batch.lua: tells who holds and who waits, a page of the names that lock managers have used. Removes
-- the names that nobody uses any more.
-- keys beyond KEYS: the locks and queues of these names
-- KEYS 1 names, see names.lua
-- ARGV 1 nonce   2 prefix of the locks   3 time of use of the last name of the page before, "" for the first page
--      4 that name, as in names   5 how many of its waiters were listed, if there may be more; else 0
--      6 what precedes the head in the key of a queue   7 what follows it, up to the lock   8 that of last attempts
-- reply {"page", nonce, time, last name, waiters, name, plain, holders, waiters, holder, …, waiter, …, name, …}
--   time, last name, waiters: 3 to 5 for the next page; time "": there is none
--   plain: 1 | 0; the hash is that of a plain lock
--   holder: a field of the lock's hash   waiter: see queue.lua; those presumed dead are left out
local names, prefix, before, last, passed = KEYS[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
local MOST_LISTED = 100
local MOST_WAITERS = 500
local SILENT_MS = 15000
local time = read('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Returns the holders, and whether the lock is a plain one.
local function fields_of(lock)
  local fields, plain = {}, 1
  for _, field in ipairs(read('HKEYS', lock)) do
    if field == 'mode' then
      plain = 0
    else
      table.insert(fields, field)
    end
  end
  return fields, plain
end

-- Returns the waiters from this one on that live, and how many there are in all.
local function waiters_of(lock, head, from, most)
  local tagged = string.find(lock, '{', 1, true) and lock or '{' .. lock .. '}'
  local queue, tries = ARGV[6] .. head .. ARGV[7] .. tagged, ARGV[6] .. head .. ARGV[8] .. tagged
  local waiters = read('ZRANGE', queue, from, from + most - 1)
  if #waiters == 0 then return {}, 0 end
  local living = {}
  for at, tried in ipairs(read('ZMSCORE', tries, unpack(waiters))) do
    if tonumber(tried or 0) > now - SILENT_MS then table.insert(living, waiters[at]) end
  end
  return living, #waiters
end

-- The oldest names come first: a name that is used meanwhile is listed later, and may be listed twice.
local start = 0
if before ~= '' then
  if read('ZSCORE', names, last) == before then
    start = read('ZRANK', names, last) + (passed > 0 and 0 or 1)
  else
    start, passed = read('ZCOUNT', names, '-inf', '(' .. before), 0
  end
end
local reply, room = { 'page', ARGV[1], '', '', 0 }, MOST_WAITERS
local listed = read('ZRANGE', names, start, start + MOST_LISTED - 1, 'WITHSCORES')
for at = 1, #listed, 2 do
  local head, name = string.match(listed[at], '^([^:]*):(.*)$')
  -- The key may be none of ours.
  local ours, fields, plain = pcall(fields_of, prefix .. name)
  local queued, waiters, count = pcall(waiters_of, prefix .. name, head, passed, room)
  fields, waiters, count = ours and fields or {}, queued and waiters or {}, queued and count or 0
  if #fields + count + passed == 0 then
    call('ZREM', names, listed[at])
  else
    -- The first page of a name has its holders.
    if passed > 0 then fields = {} end
    for _, each in ipairs({ name, ours and plain or 0, #fields, #waiters }) do table.insert(reply, each) end
    for _, each in ipairs(fields) do table.insert(reply, each) end
    for _, each in ipairs(waiters) do table.insert(reply, each) end
    room = room - count
    if room <= 0 then
      reply[3], reply[4], reply[5] = listed[at + 1], listed[at], passed + count
      return reply
    end
  end
  passed = 0
end
if #listed == 2 * MOST_LISTED then reply[3], reply[4] = listed[#listed], listed[#listed - 1] end
return reply
