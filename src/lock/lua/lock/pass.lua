-- Ends a hold as release.lua does. If that frees the lock, grants it to another owner in the same run: to a waiter that
-- accepted it before. Safe to repeat: a later run finds the end of the first hold, and grants nothing. The waiter then
-- learns by its own acquire.lua whether it was granted.
-- KEYS 1 lock hash   2 owner state   3 owner state of the next owner
--      [4 record: only when the caller passed the owner]   then the list of standing requests, and its flag
-- ARGV 1 to 9 as release.lua's
--      10 next owner, new for this hold   11 its lease, ms   12 its record life, ms   13 its about
--      14 standing request of the next owner, which leaves the list, or ""
--      15 when a release of this lock was last published, Redis' epoch ms, or ""
-- reply {"ended", nonce, how}           as release.lua's; the next owner got nothing
--       {"ended", nonce, how, "held"}   the next owner holds the lock
--       {"ended", nonce, how, "granted", …}   as release.lua's: the next owner got nothing, and another waiter did
-- The lock is served, as by release.lua, if it was freed and the next owner did not get it.
-- @include hold-state.lua
record = KEYS[6] and KEYS[4]
-- @include lock-hash.lua
-- @include hold-count.lua
-- @include clock.lua
-- @include standing.lua
-- @include serve.lua
local is_freed = false
local function end_last()
  call('DEL', lock)
  is_freed = true
end
local function give_up() end
-- @include exclusive-release.lua
-- @include end-hold.lua
local reply = end_hold(ARGV[4])
if not is_freed then return reply end

-- Nothing may keep the message of a freed lock back.
local done, is_passed = try(function()
  -- The owner state exists after an end or a grant of this hold: a cancel, a last refusal, or a copy of its acquire.
  if not call('SET', KEYS[3], '|+' .. ARGV[13], 'PX', ARGV[12], 'NX') then return false end
  undo('UNLINK', KEYS[3])
  call('HINCRBY', lock, ARGV[10], 1)
  undo('UNLINK', lock)
  call('PEXPIRE', lock, ARGV[11])
  return true
end)
if ARGV[14] ~= '' then pcall(call, 'LREM', standing, 0, ARGV[14]) end
if done and is_passed then
  table.insert(reply, 'held')
  return reply
end
return with_grant(reply, freed(ARGV[9], 1 + call('DEL', flag), ARGV[15]))
