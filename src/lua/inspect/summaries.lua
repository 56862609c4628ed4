-- Describes several hashes that may be locks. Changes nothing.
-- KEYS for each: the hash
-- ARGV 1 nonce   then for each: owner state of owner ""
-- reply {"summaries", nonce, …}   and for each, in order: mode, remaining ms, holders, field, hold count, owner state
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

local NO_LOCK = { '', -2, 0, '', 0 }

-- Returns what the reply says of a key, up to the owner state.
local function described(key, state_key)
  lock, owner_state = key, state_key
  if not (pcall(look) and mode) then return NO_LOCK end
  local left = call('PTTL', lock)
  local field, holds = first_holder()
  if left <= 0 or not field or #field > LONGEST then return NO_LOCK end
  local size = 1
  if mode ~= 'plain' then size = call('HLEN', lock) - 1 end
  return { mode, left, size, field, tonumber(holds) }
end

local all, state_keys = {}, {}
for at, key in ipairs(KEYS) do
  all[at] = described(key, ARGV[at + 1])
  state_keys[at] = state_key_of(all[at][4])
end
local states = texts_of(state_keys)

local reply, bytes = { 'summaries', ARGV[1] }, 0
for at, facts in ipairs(all) do
  bytes = bytes + json_bytes(facts[4]) + json_bytes(states[at]) + 30
  if at > 1 and bytes > MOST_BYTES then return reply end
  for _, fact in ipairs(facts) do table.insert(reply, fact) end
  table.insert(reply, states[at])
end
return reply
