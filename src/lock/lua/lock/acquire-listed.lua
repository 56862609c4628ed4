-- Acquires a lock as acquire.lua does, for a waiter that hears of releases, and keeps the list of isolates that wait.
-- KEYS as acquire.lua's, then the list of isolates that wait, and its flag
-- ARGV 1 to 8 as acquire.lua's
--      9 this isolate's name   10 "1": a refusal puts it into the list; "0": it is there
--      11 names that a grant takes out of the list: this one if nobody else waits there, and those of isolates that
--         were to come before, and did not. A last refusal takes out only this one
-- reply {"held", …}, {"busy", …}, {"ended", …}   as acquire.lua's
-- @include hold-state.lua
record = KEYS[5] and KEYS[3]
-- @include lock-hash.lua
-- @include exclusive-acquire.lua
-- @include grant.lua
-- @include new-owner.lua
-- @include with-holder.lua
-- @include acquire-answer.lua
-- @include isolates.lua

local function take_out(names)
  for name in string.gmatch(names, '%d+') do
    call('LREM', isolates, 0, name)
  end
end

local function update_list(kind)
  if kind == 'held' then return take_out(ARGV[11]) end
  if kind ~= 'busy' then return end
  if last then return string.find(ARGV[11], ARGV[9], 1, true) and take_out(ARGV[9]) end
  if ARGV[10] == '0' then return end
  if not call('LPOS', isolates, ARGV[9]) then call('RPUSH', isolates, ARGV[9]) end
  call('PEXPIRE', isolates, LISTED_MS)
  call('SET', flag, '1', 'PX', LISTED_MS)
end

local reply = answer()
-- The list may be a key of another type.
pcall(update_list, reply[1])
return reply
