-- Ends all holds of one owner, and so frees its lock, once per request. Redisson has no such request.
-- KEYS 1 lock hash   2 owner state   3 record of this request   4 list of standing requests   5 its flag
-- ARGV 1 to 4 see once.lua   5 and 6 see end-owner.lua
-- reply {"done", nonce, 1 | 0}   see once.lua
--       {"done", nonce, 1, "granted", …}   as the plain lock's release
-- @include ../lock/hold-state.lua
-- @include ../lock/lock-hash.lua
-- @include ../lock/clock.lua
-- @include ../lock/standing.lua
-- @include ../lock/serve.lua
-- @include once.lua
-- @include end-owner.lua
if hold_mark ~= '' then return answer(hold_mark) end
if not held_count(true) then return done(0) end
local reply = done(1)
local granted = end_owner(function()
  return freed(ARGV[5], call('DEL', lock, flag), '')
end)
return with_grant(reply, granted)
