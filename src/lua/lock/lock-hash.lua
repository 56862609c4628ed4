-- Included after hold-state.lua, or after what defines `lock`, `page`, `owner`, `page_exists` and `call`, by the scripts that change or
-- describe a lock which they did not grant. Recognises a lock, so that nothing else is ever changed:
--   plain   a hash of one field: the owner, with its hold count
--   read, write   a hash with that "mode", and at least one owner; the writer's field ends with ":write"
-- A field is an owner if it has the form of Redisson's and ours, "<uuid>:<number>", or a page of ours. A lock also ends: a hash without a
-- TTL is none.
local mode, count

local function hex(digits)
  return string.rep('%x', digits)
end
local OWNER = '^' .. table.concat({ hex(8), hex(4), hex(4), hex(4), hex(12) }, '%-') .. ':%-?%d+$'

local function is_owner(field)
  if field == owner and page_exists then return true end
  if string.find(string.gsub(field, ':write$', ''), OWNER) then return true end
  local before = string.match(page, '^[^:]+:page:')
  return call('EXISTS', before .. field .. string.sub(page, #before + #owner + 1)) == 1
end

local function is_count(text)
  return #text <= 6 and string.find(text, '^[1-9]%d*$') ~= nil
end

-- What the transport turns into NOT_A_LOCK, by the place of the key in KEYS.
local function refuse(key)
  for place, each in ipairs(KEYS) do
    if each == key then error('NOT_A_LOCK ' .. place) end
  end
end

-- Sets `mode` ("plain", "read", "write"; false: there is no key) and `count`, the hold count of `owner` or false. Raises NOT_A_LOCK. Three
-- fields are enough, and cost the same in a hash of any size.
local function look()
  local some = call('HRANDFIELD', lock, 3, 'WITHVALUES')
  mode, count = #some > 0 and 'plain', some[1] == owner and some[2]
  if #some > 2 then
    mode, count = unpack(call('HMGET', lock, 'mode', owner))
    if mode ~= 'read' and mode ~= 'write' then refuse(lock) end
  end
  for at = 1, #some, 2 do
    local is_mode = some[at] == 'mode' and mode ~= 'plain'
    if not is_mode and not (is_count(some[at + 1]) and is_owner(some[at])) then refuse(lock) end
  end
end

local function is_lock()
  return call('PTTL', lock) >= 0 and pcall(look)
end
