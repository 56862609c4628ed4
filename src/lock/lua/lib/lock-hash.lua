-- @open lock owner_state owner epoch hold_mark

-- Recognises a lock, so that no script changes another key. The open names are those of lib/state.lua, or locals of a
-- script without a hold.
--   plain   a hash of one field: the owner, with its hold count
--   read, write   a hash with that "mode", and owners; the writer's field ends with ":write"
-- A field is an owner's if it has the form "<uuid>:<number>", as Redisson's and ours, or an owner state of ours that
-- shows a grant. A read/write lock may also have fields whose owner state has expired: those holders are dead. A hash
-- without a TTL is not a lock.

local mode, count

local function hex(digits)
  return string.rep('%x', digits)
end

local OWNER = '^' .. table.concat({ hex(8), hex(4), hex(4), hex(4), hex(12) }, '%-') .. ':%-?%d+$'

-- Returns whether Redis remembers a grant to this hold, or to another hold of its owner.
local function is_granted()
  return epoch ~= '' or string.sub(hold_mark, 1, 1) == '+'
end

-- Returns the key of the owner state of the owner with this field.
local function state_key_of(field)
  local before = string.match(owner_state, '^[^:]+:[^:]*:owner:')
  return before .. field .. string.sub(owner_state, #before + #owner + 1)
end

local function is_owner(field)
  if string.find(string.gsub(field, ':write$', ''), OWNER) then return true end
  -- The first lines of src/lock/redis/key-locking.ts set this. Then a script may touch no key outside its KEYS, and
  -- this key may be outside. The client runs the script again, without these lines.
  if KEYS.locked and (field ~= owner or owner == '') then error('KEY_NOT_LOCKED') end
  local told = read('GET', state_key_of(field))
  return told and (string.sub(told, 1, 1) ~= '|' or string.sub(told, 1, 2) == '|+')
end

-- Returns whether the number in an owner of this form is random: then it is one of ours. Redisson counts its threads.
local function is_random(field)
  return string.find(field, ':%d%d%d%d%d%d%d%d%d%d%d%d+$') ~= nil
end

local function is_count(text)
  return #text <= 6 and string.find(text, '^[1-9]%d*$') ~= nil
end

-- Raises the error that the transport turns into NOT_A_LOCK, with the place of the key in KEYS.
local function refuse(key)
  for place, each in ipairs(KEYS) do
    if each == key then error('NOT_A_LOCK ' .. place) end
  end
end

-- Returns the lock's remaining ms; -2: it is free. Raises NOT_A_LOCK if the hash has no TTL.
local function time_left()
  local left = read('PTTL', lock)
  if left == -1 then refuse(lock) end
  return left
end

-- Sets `mode` ("plain", "read", "write"; false: there is no key) and `count`, the hold count of `owner` or false.
-- Raises NOT_A_LOCK. A few fields are enough, and cost the same in a hash of any size. Returns them, each with its
-- value.
local function look()
  local some = read('HRANDFIELD', lock, 5, 'WITHVALUES')
  mode, count = #some > 0 and 'plain', some[1] == owner and some[2]
  if #some > 2 then
    mode, count = unpack(read('HMGET', lock, 'mode', owner))
    -- An owner may be named "mode".
    if owner == 'mode' then count = false end
    if (mode ~= 'read' and mode ~= 'write') or (count and not is_count(count)) then refuse(lock) end
  end
  local known = count and is_granted()
  for at = 1, #some, 2 do
    if some[at] ~= 'mode' or mode == 'plain' then
      if not is_count(some[at + 1]) then refuse(lock) end
      known = known or is_owner(some[at])
    end
  end
  if mode and not known then refuse(lock) end
  return some
end

-- Longer than any value of a light lock: see src/lock/light/value.ts.
local LONGEST_VALUE = 500

-- Returns owner, time of the grant and label of a light lock; nil: the key is something else, or missing.
local function light_parts(key)
  local value = redis.pcall('GETRANGE', key, 0, LONGEST_VALUE)
  if type(value) ~= 'string' then return nil end
  return string.match(value, '^lh1 (%S+) (%d+) (.*)$')
end

-- Returns what an owner state would tell of the grant.
local function light_state(since, label)
  return 'light\n' .. since .. ' ' .. label
end

-- @block describe
-- Sets `mode`, the `count` of the owner's holds, and `left`, the lock's remaining ms.
local lock, owner_state, owner, epoch, hold_mark = KEYS[1], KEYS[2], ARGV.owner, '', ''
look()
local left = time_left()
