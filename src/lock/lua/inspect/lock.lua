-- Describes a lock: its holders, its waiters, and how many connections listen. Changes nothing.
-- KEYS 1 lock hash   2 owner state of owner ""   3 queue of a fair lock   4 last attempts of our waiters in it
--      5 list of standing requests   6 queue of a fair read/write lock   7 last attempts of its waiters
-- ARGV 1 nonce   2 ""   3 prefix of the timeout keys   4 how much longer than a write hold its owner state lives, ms
--      5 prefix of the waiters' channels   6 the most timeout keys that it reads, for all readers together
--      7... channels of its release
-- reply {"lock", nonce, mode, remaining ms, holders, listed holders, waiters, listed waiters, isolates, subscriptions,
--      …}
--   mode: "free" | "plain" | "read" | "write" | "light"   holders: how many fields the hash has, without its mode
--   subscriptions: -1 if Redis refuses to count them
--   listed: at most 100 of each, fewer if their texts are long; of more holders the same ones each time
--   then for each listed holder: field, hold count, remaining ms, owner state or ""
--   then for each listed waiter, in the queue's order: owner, or waiter as fair-read-write/queue.lua says; ms since its
--     last attempt; -1: a waiter of Redisson's
-- error NOT_A_LOCK
local lock, owner_state, owner, epoch, hold_mark = KEYS[1], KEYS[2], ARGV[2], '', ''
-- @include ../lock/lock-hash.lua
-- @include light.lua
-- @include owner-states.lua
-- @include subscriptions.lua
-- @include reply-size.lua
local timeouts = ARGV[3]
-- @include ../read-write/timeout-key.lua
local MOST_TOLD = 100
-- A scan of a hash with many empty buckets finds little, so the number of scans is limited.
local MOST_SCANS = 4
local MOST_READ = tonumber(ARGV[6])
local nonce, queue, tries, isolates = ARGV[1], KEYS[3], KEYS[4], KEYS[5]

if not pcall(look) then
  local holder, since, label = light_parts(lock)
  -- Raises the error.
  if not holder then look() end
  local left = time_left()
  return { 'lock', nonce, 'light', left, 1, 1, 0, 0, 0, 0, holder, 1, left, light_state(since, label) }
end
local left = time_left()

-- Returns holders, at most MOST_TOLD: their fields, their hold counts, and how many there are in all. HSCAN, because
-- HRANDFIELD would find others each time, and an unchanged lock would seem to change.
local function some_holders()
  local fields, counts, size = {}, {}, 0
  if not mode then return fields, counts, size end
  size = read('HLEN', lock) - (mode == 'plain' and 0 or 1)
  local cursor, known = '0', {}
  if mode ~= 'plain' then known['mode'] = true end
  -- Ends with the hash, with enough fields, or after so many scans.
  for _ = 1, MOST_SCANS do
    local page = read('HSCAN', lock, cursor, 'COUNT', 2 * MOST_TOLD)
    cursor = page[1]
    local some = page[2]
    for at = 1, #some, 2 do
      if #fields < MOST_TOLD and not known[some[at]] then
        if not is_count(some[at + 1]) then refuse(lock) end
        known[some[at]] = true
        table.insert(fields, some[at])
        table.insert(counts, tonumber(some[at + 1]))
      end
    end
    if cursor == '0' or #fields == MOST_TOLD then break end
  end
  return fields, counts, size
end

local reads = 0
-- Returns the remaining ms of a reader's longest lease. With too many holds to read, returns those of the lock.
local function reader_left(reader, holds)
  if reads + holds > MOST_READ then return left end
  reads = reads + holds
  local longest = 0
  for n = 1, holds do
    longest = math.max(longest, read('PTTL', timeout_key(reader, n)))
  end
  return math.min(longest, left)
end

-- Returns the remaining ms of the writer. The lock may last longer, because of the writer's own read holds.
local function writer_left(size, state_key)
  local known_ms = size > 1 and read('PTTL', state_key) or -1
  if known_ms < 0 then return left end
  return math.max(math.min(left, known_ms - ARGV[4]), 0)
end

local function holder_left(field, holds, size, state_key)
  if mode == 'plain' then return left end
  if string.find(field, ':write$') then return writer_left(size, state_key) end
  return reader_left(field, holds)
end

-- Returns the first waiters, and how many there are in all. If a lock has two queues, reads that of a fair lock.
local function some_waiters()
  if read('EXISTS', queue, KEYS[6]) == 0 then return {}, 0 end
  local form = read('TYPE', queue).ok
  if form == 'list' then return read('LRANGE', queue, 0, MOST_TOLD - 1), read('LLEN', queue) end
  if form ~= 'none' then refuse(queue) end
  queue, tries = KEYS[6], KEYS[7]
  if read('TYPE', queue).ok ~= 'zset' then refuse(queue) end
  return read('ZRANGE', queue, 0, MOST_TOLD - 1), read('ZCARD', queue)
end

-- Returns for each waiter the ms since its last attempt; -1: none is known.
local function silences(waiters)
  if #waiters == 0 then return {} end
  local tried = redis.pcall('ZMSCORE', tries, unpack(waiters))
  local time = read('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local list = {}
  for at = 1, #waiters do
    local last = tonumber(tried[at] or nil)
    list[at] = last and math.max(now - last, 0) or -1
  end
  return list
end

local fields, counts, size = some_holders()
local state_keys = {}
for at, field in ipairs(fields) do state_keys[at] = state_key_of(field) end
local states = texts_of(state_keys)
local waiters, waiting = some_waiters()
local silent_ms = silences(waiters)
local channels = { unpack(ARGV, 7) }
if queue == KEYS[3] then
  for _, waiter in ipairs(waiters) do table.insert(channels, ARGV[5] .. waiter) end
end
-- The list may be a key of another type.
local listed = redis.pcall('LLEN', isolates)

local reply = { 'lock', nonce, mode or 'free', left, size, 0, waiting, 0 }
table.insert(reply, type(listed) == 'number' and listed or 0)
table.insert(reply, subscriptions(channels))
local bytes = 0
-- Adds one holder or waiter to the reply, and counts it in its slot, if there is room for its texts.
local function tell(slot, name, text, ...)
  bytes = bytes + json_bytes(name) + json_bytes(text) + 30
  if bytes > MOST_BYTES then return end
  reply[slot] = reply[slot] + 1
  for _, each in ipairs({ name, ... }) do table.insert(reply, each) end
end
for at, field in ipairs(fields) do
  tell(6, field, states[at], counts[at], holder_left(field, counts[at], size, state_keys[at]), states[at])
end
for at, waiter in ipairs(waiters) do tell(8, waiter, '', silent_ms[at]) end
return reply
