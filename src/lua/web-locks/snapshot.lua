-- An operation of batch.lua: tells who holds and who waits, a page of the names that lock managers have used. Removes
-- the names that nobody uses any more.
-- keys beyond KEYS: the locks and queues of these names
-- KEYS 1 names, see names.lua
-- ARGV 1 nonce   2 prefix of the locks   3 how many names to skip   4 how many waiters of the next name to skip
--      5 prefix of a queue   6 of last attempts   both: before a lock in braces
--      7 prefix of a queue   8 of last attempts   both: before a lock that has a brace
-- reply {"page", nonce, names to skip, waiters to skip, name, plain, holders, waiters, holder, …, waiter, …, name, …}
--   names to skip: on the next page; -1: there is none   plain: 1 | 0; the hash is that of a plain lock
--   holder: a field of the lock's hash   waiter: see queue.lua; those presumed dead are left out
local names, prefix, skipped, passed = KEYS[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local MOST_LISTED = 100
local MOST_WAITERS = 500
local SILENT_MS = 15000
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Returns the holders, and whether the lock is a plain one.
local function fields_of(lock)
  local fields, plain = {}, 1
  for _, field in ipairs(redis.call('HKEYS', lock)) do
    if field == 'mode' then
      plain = 0
    else
      table.insert(fields, field)
    end
  end
  return fields, plain
end

-- Returns the waiters from this one on that live, and how many there are in all.
local function waiters_of(lock, from, most)
  local tagged = string.find(lock, '{', 1, true)
  local queue = tagged and ARGV[7] .. lock or ARGV[5] .. lock .. '}'
  local tries = tagged and ARGV[8] .. lock or ARGV[6] .. lock .. '}'
  local waiters = redis.call('ZRANGE', queue, from, from + most - 1)
  if #waiters == 0 then return {}, 0 end
  local living = {}
  for at, tried in ipairs(redis.call('ZMSCORE', tries, unpack(waiters))) do
    if tonumber(tried or 0) > now - SILENT_MS then table.insert(living, waiters[at]) end
  end
  return living, #waiters
end

local reply, room = { 'page', ARGV[1], -1, 0 }, MOST_WAITERS
local listed = redis.call('ZRANGE', names, skipped, skipped + MOST_LISTED - 1, 'REV')
for _, name in ipairs(listed) do
  -- The key may be none of ours.
  local ours, fields, plain = pcall(fields_of, prefix .. name)
  local queued, waiters, count = pcall(waiters_of, prefix .. name, passed, room)
  fields, waiters, count = ours and fields or {}, queued and waiters or {}, queued and count or 0
  if #fields + count + passed == 0 then
    redis.call('ZREM', names, name)
  else
    -- The first page of a name has its holders.
    if passed > 0 then fields = {} end
    for _, each in ipairs({ name, ours and plain or 0, #fields, #waiters }) do table.insert(reply, each) end
    for _, each in ipairs(fields) do table.insert(reply, each) end
    for _, each in ipairs(waiters) do table.insert(reply, each) end
    room = room - count
    if room <= 0 then
      reply[3], reply[4] = skipped, passed + count
      return reply
    end
    skipped, passed = skipped + 1, 0
  end
end
if #listed == MOST_LISTED then reply[3] = skipped end
return reply
