-- Ends all holds of one owner of a fair lock, once per request, and wakes the first waiter.
-- KEYS 1 lock hash   2 owner state   3 queue   4 scores   5 last attempts   6 record of this request
--      7 list of standing requests of the plain lock   8 its flag
-- ARGV 1 to 4 see once.lua   5 prefix of the waiters' channels   6 see end-owner.lua   7 patience, ms
-- reply {"done", nonce, 1 | 0}   see once.lua
--       {"done", nonce, 1, "granted", …}   as the fair lock's release
-- @include ../lock/hold-state.lua
record = KEYS[6]
local patience_ms = tonumber(ARGV[7])
-- @include ../lock/lock-hash.lua
-- @include ../fair/queue.lua
-- @include ../fair/first-left.lua
-- @include ../lock/standing.lua
-- @include ../fair/serve-queue.lua
-- @include once.lua
-- @include end-owner.lua
if hold_mark ~= '' then return answer(hold_mark) end
if not held_count(true) then return done(0) end
local reply = done(1)
local granted = end_owner(function()
  return serve_queue(ARGV[5], call('DEL', lock, flag))
end)
return with_grant(reply, granted)
