-- @use lib/lock-hash lib/read-holds lib/once lib/waiters lib/waiting
-- @open lock

-- What there is: locks, queues, permits and counters. These scripts change nothing.

-- Longer than any owner state.
local LONGEST_STATE = 700

-- Returns the owner states under these keys, "" for each key without a text.
-- keys beyond KEYS: the owner states of holders
local function texts_of(keys)
  local texts = #keys > 0 and read('MGET', unpack(keys)) or {}
  for at = 1, #keys do texts[at] = string.sub(texts[at] or '', 1, LONGEST_STATE) end
  return texts
end

-- The client refuses a reply of more than 64 KB.
local MOST_BYTES = 50000

-- Returns the most bytes that a text takes in JSON. Bytes other than these may be escaped.
local function json_bytes(text)
  local _, odd = string.gsub(text, '[^%w:{}_./ -]', '')
  return #text + 5 * odd + 3
end

-- The most fields that look() reads.
local LOOKED_AT = 5

-- Returns how many holders the lock has. `some`: the fields that look() read, perhaps not all.
local function holders_with(some)
  if mode == 'plain' then return 1 end
  local many = #some / 2
  if many == LOOKED_AT then many = read('HLEN', lock) end
  return many - 1
end

-- @script counter
-- Describes a semaphore or a latch. Changes nothing.
-- KEYS counter
-- ARGV nonce, channel
--   counter: Redisson's
-- reply {"counter", nonce, 1 | 0, number, remaining ms, waiters}   0: there is no such key, and the number is 0
--   remaining: -1 if it does not expire, -2 if there is none   waiters: -1 if Redis refuses to count them
local number = counter(read('GET', KEYS[1]))
local left = read('PTTL', KEYS[1])
return { 'counter', ARGV.nonce, number and 1 or 0, tonumber(number or 0), left, followers(ARGV.channel) }

-- @script lock
-- Describes a lock: its holders, its queue, and how many wait. Changes nothing.
-- KEYS lock, nobody_state, queue, tries, standing, rw_queue, rw_tries
-- ARGV nonce, nobody, timeouts, beyond_ms, most_read, channel, rw_channel
--   nobody_state: owner state of owner ""   queue, tries: of a fair lock, and last attempts of our waiters in it
--   standing: list of standing requests   rw_queue, rw_tries: of a fair read/write lock   nobody: ""
--   timeouts: prefix of the timeout keys   beyond_ms: how much longer than a write hold its owner state lives
--   most_read: the most timeout keys that it reads, for all readers together
--   channel, rw_channel: of its release, as a lock and as a read/write lock
-- reply {"lock", nonce, mode, remaining ms, holders, listed holders, queued, listed in the queue, waiters, …}
--   mode: "free" | "plain" | "read" | "write" | "light"   holders: how many fields the hash has, without its mode
--   waiters: those in the queue; without one, those who stand, and others who follow a channel; of a light lock 0
--     -1: Redis refuses to count them; -2: it counts some twice
--   listed: at most 100 of each, fewer if their texts are long; of more holders the same ones each time
--   then for each listed holder: field, hold count, remaining ms, owner state or ""
--   then for each listed in the queue, in its order: owner, or waiter as lib/rw-queue.lua says; ms since its last
--     attempt; -1: a waiter of Redisson's
local lock, owner_state, owner, epoch, hold_mark = KEYS[1], KEYS[2], ARGV.nobody, '', ''
local timeouts = ARGV.timeouts
local MOST_TOLD = 100
-- A scan of a hash with many empty buckets finds little, so the number of scans is limited.
local MOST_SCANS = 4
local MOST_READ = tonumber(ARGV.most_read)
local nonce, queue, tries, standing = ARGV.nonce, KEYS[3], KEYS[4], KEYS[5]

local is_known, some = pcall(look)
if not is_known then
  local holder, since, label = light_parts(lock)
  -- Raises the error.
  if not holder then look() end
  local left = time_left()
  return { 'lock', nonce, 'light', left, 1, 1, 0, 0, 0, holder, 1, left, light_state(since, label) }
end
local left = mode and time_left() or -2

-- The listed holders: their fields and hold counts.
local fields, counts, holders = {}, {}, {}

-- Lists these fields, each with its value.
local function list_fields(found)
  for at = 1, #found, 2 do
    local field = found[at]
    if #fields < MOST_TOLD and not holders[field] and (field ~= 'mode' or mode == 'plain') then
      if not is_count(found[at + 1]) then refuse(lock) end
      holders[field] = true
      table.insert(fields, field)
      table.insert(counts, tonumber(found[at + 1]))
    end
  end
end

-- HSCAN, because HRANDFIELD would find others each time, and an unchanged lock would seem to change.
local function list_many()
  local cursor = '0'
  -- Ends with the hash, with enough fields, or after so many scans.
  for _ = 1, MOST_SCANS do
    local page = read('HSCAN', lock, cursor, 'COUNT', 2 * MOST_TOLD)
    cursor = page[1]
    list_fields(page[2])
    if cursor == '0' or #fields == MOST_TOLD then return end
  end
end

if #some / 2 < LOOKED_AT then list_fields(some) else list_many() end
local size = mode and holders_with(some) or 0

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
  return math.max(math.min(left, known_ms - ARGV.beyond_ms), 0)
end

local function holder_left(field, holds, size, state_key)
  if mode == 'plain' then return left end
  if string.find(field, ':write$') then return writer_left(size, state_key) end
  return reader_left(field, holds)
end

-- Returns how many are in a list or queue, of which these are the first.
local function length_of(first, command, key)
  return #first < MOST_LISTED and #first or read(command, key)
end

-- Returns the first in the queue, how many it has, and the first texts of the list. If a lock has two queues, reads that
-- of a fair lock.
local function some_waiters()
  local existing = read('EXISTS', standing, queue, KEYS[6])
  if existing == 0 then return {}, 0, {} end
  local texts = redis.pcall('LRANGE', standing, 0, MOST_LISTED - 1)
  if texts.err or #texts > 0 then existing = existing - 1 end
  -- The list may be a key of another type.
  if texts.err then texts = {} end
  if existing == 0 then return {}, 0, texts end
  local form = read('TYPE', queue).ok
  if form == 'list' then
    local first = read('LRANGE', queue, 0, MOST_LISTED - 1)
    return first, length_of(first, 'LLEN', queue), texts
  end
  if form ~= 'none' then refuse(queue) end
  queue, tries = KEYS[6], KEYS[7]
  if read('TYPE', queue).ok ~= 'zset' then refuse(queue) end
  local first = read('ZRANGE', queue, 0, MOST_LISTED - 1)
  return first, length_of(first, 'ZCARD', queue), texts
end

-- Returns for each waiter the ms since its last attempt; -1: none is known.
local function silences(waiters)
  if #waiters == 0 then return {} end
  local tried = redis.pcall('ZMSCORE', tries, unpack(waiters))
  read_time()
  local list = {}
  for at = 1, #waiters do
    local last = tonumber(tried[at] or nil)
    list[at] = last and math.max(now - last, 0) or -1
  end
  return list
end

local queued, queue_length, texts = some_waiters()
local silent_ms = silences(queued)
-- All who wait for a lock with a queue are in it.
local requests, keys = requests_in(queue_length > 0 and {} or texts, holders)
local state_keys = {}
for at, field in ipairs(fields) do state_keys[at] = state_key_of(field) end
for _, key in ipairs(keys) do table.insert(state_keys, key) end
local states = texts_of(state_keys)

local function how_many_wait()
  if queue_length > 0 then return queue_length end
  local number, _, others = waiting(requests, { ARGV.channel, ARGV.rw_channel }, { unpack(states, #fields + 1) })
  if others < 0 then return others end
  return number + others + length_of(texts, 'LLEN', standing) - #texts
end

local reply = { 'lock', nonce, mode or 'free', left, size, 0, queue_length, 0, how_many_wait() }
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
for at, waiter in ipairs(queued) do tell(8, waiter, '', silent_ms[at]) end
return reply

-- @script permits
-- Describes a permit-expirable semaphore. Changes nothing. Permits of expired leases count as available, even before a
-- script takes them back.
-- KEYS permits, leases
-- ARGV nonce, channel
--   permits: the available ones
-- reply {"permits", nonce, 1 | 0, available, leased, waiters, remaining ms, listed leases, …}
--   0: the number of permits was never set   waiters: -1 if Redis refuses to count them
--   remaining: of the number of permits; -1 if it does not expire, -2 if there is none
--   then for each listed lease, in the order of their ends: id, 32 hex digits, and remaining ms; -1: it does not end
-- @with lib/permits
-- @run permits
local MOST_TOLD = 100
-- Redisson's score for a lease without an end.
local NEVER = 922337203685477

local function hex_of(bytes)
  return (string.gsub(bytes, '.', function(byte)
    return string.format('%02x', string.byte(byte))
  end))
end

local text = read('GET', permits)
local available = text and count(text)
local expired = read('ZCOUNT', leases, '-inf', digits(now))
local leased = read('ZCARD', leases) - expired
local told = read('ZRANGE', leases, '(' .. digits(now), '+inf', 'BYSCORE', 'LIMIT', 0, MOST_TOLD, 'WITHSCORES')
local reply = { 'permits', nonce, text and 1 or 0, (available or 0) + (text and expired or 0), leased }
table.insert(reply, followers(ARGV.channel))
table.insert(reply, read('PTTL', permits))
table.insert(reply, #told / 2)
for at = 1, #told, 2 do
  if #told[at] ~= 16 then error('NOT_A_LOCK 2') end
  local till = tonumber(told[at + 1])
  table.insert(reply, hex_of(told[at]))
  table.insert(reply, till >= NEVER and -1 or till - now)
end
return reply

-- @script scan
-- Finds the keys that may be locks and whose names match: hashes, and the texts of light locks. Changes nothing.
-- KEYS [node]
-- ARGV nonce, cursor, pattern, to_pass, wanted, has_texts
--   node: in a cluster, any key of the node   cursor: of SCAN, "0" at first   pattern: of the keys
--   to_pass: about how many keys to pass   wanted: the most keys to find; a few more if Redis returns them together
--   has_texts: "1": finds light locks too. Without a prefix, it would have to read every text of the application
-- keys beyond KEYS: all keys of the database
-- reply {"scanned", nonce, cursor, key, …}   cursor: "0" after the last key. A key may come twice. Keys of more
--           than 1,000 bytes are left out
--       {"refused", nonce, error}            Redis refuses SCAN
local cursor, to_pass, wanted = ARGV.cursor, tonumber(ARGV.to_pass), tonumber(ARGV.wanted)
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
  return redis.pcall('SCAN', cursor, 'MATCH', ARGV.pattern, 'COUNT', many, 'TYPE', form)
end

repeat
  local page = scan('hash')
  if page.err then return { 'refused', ARGV.nonce, page.err } end
  -- From the same cursor, so the same keys are passed.
  if ARGV.has_texts == '1' then add_light(page[2], scan('string')[2]) end
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
return { 'scanned', ARGV.nonce, cursor, unpack(found) }

-- @script summaries
-- Describes several keys that may be locks. Changes nothing.
-- KEYS (lock, queue, rw_queue, standing)*
-- ARGV nonce, channel_begin, rw_channel_begin, (nobody_state)*
--   channel_begin, rw_channel_begin: the beginnings of the channels of releases, up to the key with its hash tag
--   for each: the lock, the queue of a fair lock, that of a fair read/write lock, the list of standing requests
--   nobody_state: owner state of owner ""
-- reply {"summaries", nonce, …}   and for each, in order: mode, remaining ms, holders, field, hold count, owner state,
--      waiters
--   mode: "plain" | "read" | "write" | "light"; "": it is no lock, and the values after it mean nothing
--   field: that of the writer if there is one, otherwise that of any holder
--   waiters: as in the reply of inspect/lock, but dead ones in the list count, and it is never -2
--   The reply describes at least one key. The last ones may be missing: the caller asks again for those.
local lock, owner_state
local owner, epoch, hold_mark = '', '', ''
local LONGEST = 1000

-- Returns the field of one holder and its hold count. `some`: fields with their values.
local function one_holder(some)
  local first = 1
  for at = 1, #some, 2 do
    local is_mode = mode ~= 'plain' and some[at] == 'mode'
    if is_mode and first == at then
      first = at + 2
    elseif not is_mode and string.find(some[at], ':write$') then
      first = at
    end
  end
  return some[first], some[first + 1]
end

local NO_LOCK = { '', -2, 0, '', 0 }

local function described_light(key)
  local holder, since, label = light_parts(key)
  local left = holder and read('PTTL', key) or -2
  if left <= 0 then return NO_LOCK end
  local form = 'light'
  return { form, left, 1, holder, 1 }, light_state(since, label)
end

-- Returns the parts of the reply about one key, up to the hold count; and the owner state of a light lock.
local function described(key, state_key)
  lock, owner_state = key, state_key
  local is_known, some = pcall(look)
  if not is_known then return described_light(key) end
  if not mode then return NO_LOCK end
  local left = read('PTTL', lock)
  local field, holds = one_holder(some)
  if left <= 0 or not field or #field > LONGEST then return NO_LOCK end
  return { mode, left, holders_with(some), field, tonumber(holds) }
end

local lengths = {}
-- Reads the lengths of the lists that exist. EXISTS counts many keys in one command, and most locks have no waiters. So
-- it counts halves, until none of their keys exists, or many do. `existing`: how many of the lists exist; nil: unknown.
-- Returns that number.
local function measure(lists, existing)
  existing = existing or read('EXISTS', unpack(lists))
  if existing == 0 then return existing end
  if 4 * existing < #lists then
    local middle = math.floor(#lists / 2)
    local before, after = { unpack(lists, 1, middle) }, { unpack(lists, middle + 1) }
    local existing_before = read('EXISTS', unpack(before))
    measure(before, existing_before)
    measure(after, existing - existing_before)
    return existing
  end
  for _, list in ipairs(lists) do
    -- One queue is a sorted set, and any may be a key of another type.
    local length = redis.pcall('LLEN', list)
    if type(length) ~= 'number' then length = redis.pcall('ZCARD', list) end
    lengths[list] = type(length) == 'number' and length or 0
  end
  return existing
end

local all, state_keys, light_states, channels = {}, {}, {}, {}
local queues, rw_queues, lists, places = {}, {}, {}, {}
for at = 1, #KEYS / 4 do
  local key, queue, rw_queue, list = unpack(KEYS, 4 * at - 3, 4 * at)
  local facts
  facts, light_states[at] = described(key, ARGV[at + 3])
  all[at], state_keys[at] = facts, state_key_of(facts[4])
  if facts ~= NO_LOCK and not light_states[at] then
    table.insert(queues, queue)
    table.insert(rw_queues, rw_queue)
    table.insert(lists, list)
    for _, place in ipairs({ queue, rw_queue, list }) do table.insert(places, place) end
    local tagged = string.find(key, '{', 1, true) and key or '{' .. key .. '}'
    table.insert(channels, ARGV.channel_begin .. tagged)
    table.insert(channels, ARGV.rw_channel_begin .. tagged)
  end
end
local states = texts_of(state_keys)
-- Most locks have no waiters, and then one command says so.
local existing = #places > 0 and read('EXISTS', unpack(places)) or 0
for _, each in ipairs({ queues, rw_queues, lists }) do
  if existing > 0 then existing = existing - measure(each) end
end
local counts = #channels > 0 and subscribers(channels)

-- How many wait for each lock, by its list of requests.
local waiters = {}
for nth, list in ipairs(lists) do
  local queued = (lengths[queues[nth]] or 0) + (lengths[rw_queues[nth]] or 0)
  local others = counts and counts[2 * nth - 1] + counts[2 * nth]
  waiters[list] = queued > 0 and queued or others and (lengths[list] or 0) + others or REFUSED
end

local reply, bytes = { 'summaries', ARGV.nonce }, 0
for at, facts in ipairs(all) do
  local state = light_states[at] or states[at]
  bytes = bytes + json_bytes(facts[4]) + json_bytes(state) + 50
  if at > 1 and bytes > MOST_BYTES then return reply end
  for _, fact in ipairs(facts) do table.insert(reply, fact) end
  table.insert(reply, state)
  table.insert(reply, waiters[KEYS[4 * at]] or 0)
end
return reply
