-- Included after lock-hash.lua and standing.lua by the scripts that free a lock: calls the first waiter that stands.
-- @include live.lua
-- The next one waits for this long: the called one has attempted by then.
local CALLED_MS = 65
-- One release skips at most so many requests, so that a list of dead ones does not keep Redis busy.
local MOST_TRIED = 50
local tried = 0

-- Tells the one at this place in the list, live or not. Returns whether there is one.
local function hint(place, what, ms)
  local text = read('LINDEX', standing, place)
  if not text then return false end
  local mailbox, owner = string.match(text, '^~?(' .. MAILBOX .. ') (%S+)')
  if mailbox then tell(mailbox, what, owner, ms) end
  return true
end

local function hint_first(what, ms)
  if hint(0, what, ms) then set_flag() end
end

-- Returns whether this owner may still get the lock: the request of one that has ended may have stayed in the list.
-- With locked keys, no owner state of another is read.
local function is_open(owner)
  return KEYS.locked or read('EXISTS', state_key_of(owner)) == 0
end

-- Calls the first live one to attempt, at once or after `ms`, and the one behind it later, in case that the first was
-- cut without a trace. Drops the requests before it. One that its database does not count may be dead: it is called at
-- once, and dropped, and the first live one behind it is called for later.
local function call_first(ms)
  if not now then read_time() end
  -- Ends with the list, with the first live one, or after too many.
  while tried < MOST_TRIED do
    tried = tried + 1
    local text = read('LINDEX', standing, 0)
    if not text then return end
    local mark, mailbox, owner = live(text)
    local is_called = mark and is_open(owner)
    if is_called and (mark == '' or ms > 0) then
      set_flag()
      tell(mailbox, ms == 0 and 'try' or 'next', owner, ms)
      if ms == 0 or mark == '~' then hint(1, 'next', ms + CALLED_MS) end
      return
    end
    call('LPOP', standing)
    if is_called then
      tell(mailbox, 'try', owner, 0)
      ms = CALLED_MS
    end
  end
  hint_first(ms == 0 and 'try' or 'next', ms)
end
