-- Ends a hold as release.lua does. If that frees the lock, and the next owner is the first in the queue, grants it the
-- lock in the same run: a waiter that accepted it before. Safe to repeat, as the plain lock's pass.
-- KEYS 1 lock hash   2 owner state   3 queue   4 scores   5 last attempts   6 owner state of the next owner
--      [7 record: only when the caller passed the owner]
--      then the list of standing requests of the plain lock, and its flag
-- ARGV 1 to 10 as release.lua's
--      11 next owner, new for this hold   12 its lease, ms   13 its record life, ms   14 its about
-- reply {"ended", nonce, how}           as release.lua's; the next owner got nothing
--       {"ended", nonce, how, "held"}   the next owner holds the lock
--       {"ended", nonce, how, "granted", …}   as release.lua's: the next owner got nothing
-- The first waiter is served, as by release.lua, if the lock was freed and the next owner did not get it.
-- @include ../lock/hold-state.lua
record = KEYS[9] and KEYS[7]
local patience_ms = tonumber(ARGV[10])
-- @include ../lock/lock-hash.lua
-- @include ../lock/hold-count.lua
-- @include queue.lua
-- @include first-left.lua
-- @include ../lock/standing.lua
-- @include serve-queue.lua
local granted
local is_freed = false
local function end_last()
  call('DEL', lock)
  is_freed = true
end
local function give_up()
  if read('EXISTS', lock) == 0 then granted = serve_queue(ARGV[9]) end
end
-- @include ../lock/exclusive-release.lua
-- @include ../lock/end-hold.lua
local reply = end_hold(ARGV[4])
if not is_freed then return with_grant(reply, granted) end

-- Nothing may keep the message of a freed lock back.
local done, is_passed = try(function()
  if read('LINDEX', queue, 0) ~= ARGV[11] then return false end
  -- The owner state exists after an end or a grant of this hold: a cancel, a last refusal, or a copy of its acquire.
  if not call('SET', KEYS[6], '|+' .. ARGV[14], 'PX', ARGV[13], 'NX') then return false end
  undo('UNLINK', KEYS[6])
  call('HINCRBY', lock, ARGV[11], 1)
  undo('UNLINK', lock)
  call('PEXPIRE', lock, ARGV[12])
  return true
end)
if done and is_passed then
  -- A key of another type must not hide the grant.
  try(function()
    call('LPOP', queue)
    first_left(ARGV[11])
  end)
  table.insert(reply, 'held')
  return reply
end
return with_grant(reply, serve_queue(ARGV[9], 1 + call('DEL', flag)))
