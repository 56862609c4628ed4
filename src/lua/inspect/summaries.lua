-- Describes several hashes that may be locks. Changes nothing.
-- KEYS for each: the hash, the queue of a fair lock, the list of isolates that wait
-- ARGV 1 nonce   then for each: owner state of owner ""
-- reply {"summaries", nonce, …}   and for each, in order:
--   mode, remaining ms, holders, field, hold count, waiters in the queue, isolates that wait, owner state
--   mode: "plain" | "read" | "write"; "": it is no lock, and the others mean nothing
--   field: of the writer, if there is one, else of any holder
--   At least one is described. The last ones may be missing: the caller asks again for those.
local lock, owner_state
local call, owner, epoch, hold_mark = redis.call, '', '', ''
-- @include ../lock/lock-hash.lua
-- @include owner-states.lua
-- @include reply-size.lua
local LONGEST = 1000

-- Returns the field of one holder, and its hold count.
local function first_holder()
  local some = call('HRANDFIELD', lock, 5, 'WITHVALUES')
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

-- Returns the length of a list; 0 for a key of another type.
local function length_of(key)
  local length = redis.pcall('LLEN', key)
  return type(length) == 'number' and length or 0
end

local NO_LOCK = { '', -2, 0, '', 0, 0, 0 }

-- Returns what the reply says of a key, up to the owner state.
local function described(key, queue, isolates, state_key)
  lock, owner_state = key, state_key
  if not (pcall(look) and mode) then return NO_LOCK end
  local left = call('PTTL', lock)
  local field, holds = first_holder()
  if left <= 0 or not field or #field > LONGEST then return NO_LOCK end
  local size = 1
  if mode ~= 'plain' then size = call('HLEN', lock) - 1 end
  return { mode, left, size, field, tonumber(holds), length_of(queue), length_of(isolates) }
end

local all, state_keys = {}, {}
for at = 1, #KEYS / 3 do
  local first = 3 * at - 2
  all[at] = described(KEYS[first], KEYS[first + 1], KEYS[first + 2], ARGV[at + 1])
  state_keys[at] = state_key_of(all[at][4])
end
local states = texts_of(state_keys)

local reply, bytes = { 'summaries', ARGV[1] }, 0
for at, facts in ipairs(all) do
  bytes = bytes + json_bytes(facts[4]) + json_bytes(states[at]) + 60
  if at > 1 and bytes > MOST_BYTES then return reply end
  for _, fact in ipairs(facts) do table.insert(reply, fact) end
  table.insert(reply, states[at])
end
return reply
