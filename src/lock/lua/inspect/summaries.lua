-- Describes several keys that may be locks. Changes nothing.
-- KEYS for each: the lock, the queue of a fair lock, that of a fair read/write lock, the list of standing requests
-- ARGV 1 nonce   then for each: owner state of owner ""
-- reply {"summaries", nonce, …}   and for each, in order: mode, remaining ms, holders, field, hold count, owner state,
--      waiters in the queue, isolates
--   mode: "plain" | "read" | "write" | "light"; "": it is no lock, and the values after it mean nothing
--   field: that of the writer if there is one, otherwise that of any holder
--   The reply describes at least one key. The last ones may be missing: the caller asks again for those.
local lock, owner_state
local owner, epoch, hold_mark = '', '', ''
-- @include ../lock/lock-hash.lua
-- @include light.lua
-- @include owner-states.lua
-- @include reply-size.lua
local LONGEST = 1000
-- The most fields that look() reads.
local LOOKED_AT = 5

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

-- Returns how many holders the lock has. `some`: the fields that were read, perhaps not all.
local function holders_with(some)
  if mode == 'plain' then return 1 end
  local many = #some / 2
  if many == LOOKED_AT then many = read('HLEN', lock) end
  return many - 1
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
local function measure(lists, existing)
  if #lists == 0 then return end
  existing = existing or read('EXISTS', unpack(lists))
  if existing == 0 then return end
  if 4 * existing < #lists then
    local middle = math.floor(#lists / 2)
    local before, after = { unpack(lists, 1, middle) }, { unpack(lists, middle + 1) }
    local existing_before = read('EXISTS', unpack(before))
    measure(before, existing_before)
    return measure(after, existing - existing_before)
  end
  for _, list in ipairs(lists) do
    -- One queue is a sorted set, and any may be a key of another type.
    local length = redis.pcall('LLEN', list)
    if type(length) ~= 'number' then length = redis.pcall('ZCARD', list) end
    lengths[list] = type(length) == 'number' and length or 0
  end
end

local all, state_keys, light_states, queues, rw_queues, lists = {}, {}, {}, {}, {}, {}
for at = 1, #KEYS / 4 do
  local key, queue, rw_queue, isolates = unpack(KEYS, 4 * at - 3, 4 * at)
  local facts
  facts, light_states[at] = described(key, ARGV[at + 1])
  all[at], state_keys[at] = facts, state_key_of(facts[4])
  if facts ~= NO_LOCK and not light_states[at] then
    table.insert(queues, queue)
    table.insert(rw_queues, rw_queue)
    table.insert(lists, isolates)
  end
end
local states = texts_of(state_keys)
measure(queues)
measure(rw_queues)
measure(lists)

local reply, bytes = { 'summaries', ARGV[1] }, 0
for at, facts in ipairs(all) do
  local state = light_states[at] or states[at]
  bytes = bytes + json_bytes(facts[4]) + json_bytes(state) + 50
  if at > 1 and bytes > MOST_BYTES then return reply end
  for _, fact in ipairs(facts) do table.insert(reply, fact) end
  table.insert(reply, state)
  local _, queue, rw_queue, isolates = unpack(KEYS, 4 * at - 3, 4 * at)
  table.insert(reply, (lengths[queue] or 0) + (lengths[rw_queue] or 0))
  table.insert(reply, lengths[isolates] or 0)
end
return reply
