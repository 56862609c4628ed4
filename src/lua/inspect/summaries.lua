-- Describes several hashes that may be locks. Changes nothing.
-- KEYS for each: the hash
-- ARGV 1 nonce   then for each: owner state of owner ""
-- reply {"summaries", nonce, …}   and for each, in order: mode, remaining ms, holders, field, hold count, owner state
--   mode: "plain" | "read" | "write"; "": it is no lock, and the others mean nothing
--   field: of the writer, if there is one, else of any holder
local lock, owner_state, owner, epoch, hold_mark
local call = redis.call
epoch, hold_mark, owner = '', '', ''
-- @include ../lock/lock-hash.lua
-- @include owner-states.lua

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

local reply, state_keys, places = { 'summaries', ARGV[1] }, {}, {}
for at, key in ipairs(KEYS) do
  lock, owner_state = key, ARGV[at + 1]
  local is_lock = pcall(look) and mode
  local left = is_lock and call('PTTL', lock) or -2
  local field, holds
  if left > 0 then field, holds = first_holder() end
  if field then
    local size = 1
    if mode ~= 'plain' then size = call('HLEN', lock) - 1 end
    for _, each in ipairs({ mode, left, size, field, tonumber(holds), '' }) do table.insert(reply, each) end
    table.insert(state_keys, owner_state_of(owner_state, field))
    table.insert(places, #reply)
  else
    for _, each in ipairs({ '', -2, 0, '', 0, '' }) do table.insert(reply, each) end
  end
end
for at, text in ipairs(texts_of(state_keys)) do reply[places[at]] = text end
return reply
