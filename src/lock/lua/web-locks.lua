-- @use lib/state lib/waiters lib/lock-hash

-- Requests of a lock manager (navigator.locks), many in one run.

-- Fencing tokens of exclusive locks. The last key of a write is its lock's latest token,
-- "<token> <owner>"; the script itself does not get this key. A reply {"held", …} has the token at its end: decimal
-- digits, higher than all tokens of earlier holders, and the same as long as this owner holds the lock.

-- Longer than a clock is ever set back: without the key, the next token comes from the clock.
local TOKEN_MS = 86400000

local function token_for(key, holder)
  local latest, of = string.match(read('GET', key) or '', '^(%d+) (.*)$')
  if of == holder then return latest end
  local time = read('TIME')
  local token = time[1] .. string.format('%06d', time[2])
  -- Compare text: Lua's numbers are exact only up to 2^53.
  if latest and (#latest > #token or (#latest == #token and latest >= token)) then
    -- One more.
    local before, digit, nines = string.match(latest, '^(%d-)(%d)(9*)$')
    token = before .. (digit + 1) .. string.rep('0', #nines)
  end
  call('SET', key, token .. ' ' .. holder, 'PX', TOKEN_MS)
  return token
end

local function with_token(write)
  return function(keys, args)
    local key = table.remove(keys)
    local reply = write(keys, args)
    if reply[1] == 'held' then table.insert(reply, token_for(key, args[2])) end
    return reply
  end
end

-- The names that lock managers have used, where query() finds them.

-- The most names that are kept: those that were used last.
local MOST_NAMES = 10000
local names, prefix = KEYS[1], ARGV.prefix
local used = {}

-- Notes the name of a lock that was asked for, with the head of its keys: "<head>:<name>". A later attempt of the same
-- request (`attempt`) adds nothing.
local function note_name(lock, owner_state, attempt)
  if attempt == '2' then return end
  table.insert(used, string.match(owner_state, '^[^:]+:([^:]*:)') .. string.sub(lock, #prefix + 1))
end

local function keep_names()
  if #used == 0 then return end
  -- The minute: names that are used meanwhile do not move between the pages of a snapshot, or once.
  local seconds, members = read('TIME')[1], {}
  for _, name in ipairs(used) do
    table.insert(members, seconds - seconds % 60 .. '000')
    table.insert(members, name)
  end
  used = {}
  if call('ZADD', names, unpack(members)) > 0 then call('ZREMRANGEBYRANK', names, 0, -MOST_NAMES - 1) end
end

-- @script batch
-- Runs the operations of a lock manager in their order: all that was asked of it in one turn. Safe to repeat, because
-- each operation is.
-- KEYS names, (key)*
-- ARGV nonce, prefix, (word)*
--   names: "<head>:<name>" -> minute of its last use, epoch ms   key: those of the first operation, those of the
--     second, …
--   nonce: for all operations   prefix: of the keys of the locks
--   word: for each operation its name, the number of its keys, the number of its arguments after the nonce, and these
-- reply {"batch", nonce, reply, …}   of each operation:
--   {"held", …}, {"busy", …}, {"ended", …}   as its script's; a write that is held has a token, see token_for()
--   {"touched", …}, {"page", …}              see touch, snapshot
--   {"failed", nonce, message}               it raised this error, and the others ran
local operations = {}
operations['fair-read-write/acquire-read'] = function(KEYS, ARGV)
-- @inline fair-read-write/acquire-read
end
operations['fair-read-write/acquire-write'] = with_token(function(KEYS, ARGV)
-- @inline fair-read-write/acquire-write
end)
operations['fair-read-write/release-read'] = function(KEYS, ARGV)
-- @inline fair-read-write/release-read
end
operations['fair-read-write/release-write'] = function(KEYS, ARGV)
-- @inline fair-read-write/release-write
end
operations['read-write/steal-write'] = with_token(function(KEYS, ARGV)
-- @inline read-write/steal-write
end)
operations['web-locks/touch'] = function(KEYS, ARGV)
-- @inline web-locks/touch
end
operations['web-locks/snapshot'] = function(KEYS, ARGV)
-- @inline web-locks/snapshot
end

local REQUESTS = {
  ['fair-read-write/acquire-read'] = true,
  ['fair-read-write/acquire-write'] = true,
  ['read-write/steal-write'] = true,
}

local replies = { 'batch', ARGV.nonce }
local key_at, arg_at = 2, 3
while ARGV[arg_at] do
  local name, key_count, arg_count = ARGV[arg_at], ARGV[arg_at + 1], ARGV[arg_at + 2]
  local keys, args = {}, { ARGV.nonce }
  for at = key_at, key_at + key_count - 1 do table.insert(keys, KEYS[at]) end
  for at = arg_at + 3, arg_at + 2 + arg_count do table.insert(args, ARGV[at]) end
  if REQUESTS[name] then note_name(keys[1], keys[2], args[6]) end
  -- A snapshot has all names that were asked for before it.
  if name == 'web-locks/snapshot' then pcall(keep_names) end
  local reply = run(operations[name], keys, args)
  if reply.err then reply = { 'failed', ARGV.nonce, reply.err } end
  table.insert(replies, reply)
  key_at, arg_at = key_at + key_count, arg_at + 3 + arg_count
end
-- Names are for those who look: a full Redis must not fail a release.
pcall(keep_names)
return replies

-- @part touch
-- An operation of batch: says that waiters of one lock live, many in one command, and tells who may acquire it.
-- KEYS lock, lock_again, queue, writers, tries
-- ARGV nonce, channel, (waiter)*
--   lock_again: the lock hash   channel: of releases   waiter, queue, writers, tries: see lib/rw-queue.lua
-- reply {"touched", nonce, mode, remaining ms, first, writer, number, …}
--   mode: "free" | "plain" | "read" | "write"   remaining: -2 the lock is free
--   first: number of the first waiter; writer: of the first writer; 0: there is none
--   number: of each of these waiters; 0: it is not in the queue. A waiter that was presumed dead stays out of it: its
--   own attempt takes it back to the end
-- @with lib/rw-queue
local lock, releases = KEYS[1], ARGV.channel
local waiters, seen = { unpack(ARGV, 3) }, {}
read_time()
for _, waiter in ipairs(waiters) do
  table.insert(seen, digits(now))
  table.insert(seen, waiter)
end
write('ZADD', tries, 'XX', unpack(seen))
if read('PTTL', tries) < RENEWED_BELOW_MS then
  for _, key in ipairs({ queue, writers, tries }) do call('PEXPIRE', key, KEPT_MS) end
end
local left = read('PTTL', lock)
local mode = left == -2 and 'free' or read('HGET', lock, 'mode') or 'plain'
local _, first = first_alive(queue)
local _, writer = first_alive(writers)
if dropped and (mode == 'free' or mode == 'read') then wake(mode) end
local reply = { 'touched', ARGV.nonce, mode, left, first or 0, writer or 0 }
for _, number in ipairs(read('ZMSCORE', queue, unpack(waiters))) do table.insert(reply, tonumber(number or 0)) end
return reply

-- @part snapshot
-- An operation of batch: tells who holds and who waits, a page of the names that lock managers have used. Removes
-- the names that nobody uses any more.
-- keys beyond KEYS: the locks and queues of these names
-- KEYS names
-- ARGV nonce, prefix, before, last, passed, queue_begin, queue_end, tries_end
--   names: as batch's   prefix: of the locks   before: time of use of the last name of the page before, "" for the
--     first page
--   last: that name, as in names   passed: how many of its waiters were listed, if there may be more; else 0
--   queue_begin, queue_end: what precedes the head in the key of a queue, and what follows it, up to the lock
--   tries_end: that of last attempts
-- reply {"page", nonce, time, last name, waiters, name, plain, holders, waiters, holder, …, waiter, …, name, …}
--   time, last name, waiters: 3 to 5 for the next page; time "": there is none
--   plain: 1 | 0; the hash is that of a plain lock
--   holder: a field of the lock's hash   waiter: see lib/rw-queue.lua; those presumed dead are left out
local names, prefix, before, last, passed = KEYS[1], ARGV.prefix, ARGV.before, ARGV.last, tonumber(ARGV.passed)
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
  local queue, tries = ARGV.queue_begin .. head .. ARGV.queue_end .. tagged, ARGV.queue_begin .. head .. ARGV.tries_end .. tagged
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
local reply, room = { 'page', ARGV.nonce, '', '', 0 }, MOST_WAITERS
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
