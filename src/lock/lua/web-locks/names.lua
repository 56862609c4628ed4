-- Included by batch.lua: the names that lock managers have used, where query() finds them.
-- The most names that are kept: those that were used last.
local MOST_NAMES = 10000
local names, prefix = KEYS[1], ARGV[2]
local used = {}

-- Notes the name of a lock that was asked for, with the head of its keys: "<head>:<name>". A later attempt of the same
-- request (6 of its arguments) adds nothing.
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
