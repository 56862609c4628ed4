-- Ends this hold and wakes the first waiter, or gives up waiting. As the plain lock's release.
-- KEYS 1 lock hash   2 owner state   3 queue   4 scores   5 last attempts
--      [6 record: only when the caller passed the owner]
--      then the list of standing requests of the plain lock, and its flag
-- ARGV 1 to 8 as the plain lock's   9 prefix of the waiters' channels
--      10 patience, ms   [11 "1": the caller gives up, and may be in the queue]
-- reply {"ended", nonce, how}   as the plain lock's; a waiter's "free" or "taken" says that it has left the queue
--       {"ended", nonce, how, "granted", …}   as the plain lock's: to the first of the queue
-- @include ../lock/hold-state.lua
record = KEYS[8] and KEYS[6]
local patience_ms = tonumber(ARGV[10])
-- @include ../lock/lock-hash.lua
-- @include ../lock/hold-count.lua
-- @include queue.lua
-- @include first-left.lua
-- @include ../lock/standing.lua
-- @include serve-queue.lua
local granted
local function end_last()
  granted = serve_queue(ARGV[9], call('DEL', lock, flag))
end
local function give_up()
  -- A release does not leave the queue: its hold was granted, and the owner may be waiting again.
  if ARGV[11] == '1' and read('LPOS', queue, owner) then
    leave({ [owner] = true }, 1)
    call('ZREM', tries, owner)
  end
  if read('EXISTS', lock) == 0 then granted = serve_queue(ARGV[9]) end
end
-- @include ../lock/exclusive-release.lua
-- @include ../lock/end-hold.lua
local reply = end_hold(ARGV[4])
return with_grant(reply, granted)
