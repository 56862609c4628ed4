-- Frees the lock regardless of its owner, once per request. Redisson's forceUnlock, safe to repeat. Frees a light lock,
-- too, which has no kind of its own here.
-- KEYS 1 lock hash   2 record of this request   3 list of standing requests   4 its flag
-- ARGV 1 nonce   2 record life, ms   3 channel for the release message   4 owner state key of owner ""
--      5 channel that tells the holders
-- reply {"forced", nonce, 1 | 0}   1: a lock was freed; a repeated request gets the first answer
--       {"forced", nonce, 1, "granted", …}   as release.lua's: this run granted the lock to a waiter that stood
-- error NOT_A_LOCK   also for a lock of another kind
-- @include force-release-begin.lua
-- @include clock.lua
-- @include standing.lua
-- @include serve.lua
-- @include ../inspect/light.lua
local is_lock = pcall(look_at_lock)
local holder = not is_lock and light_parts(lock)
if holder then
  time_left()
  some = { holder }
  local reply = forced(1)
  call('DEL', lock)
  tell_holders()
  return reply
end
-- Raises the error.
if not is_lock then look_at_lock() end
if mode == 'read' or mode == 'write' then refuse(lock) end
if not mode then return forced(0) end
local reply = forced(1)
local granted = freed(ARGV[3], call('DEL', lock, flag), '')
tell_holders()
return with_grant(reply, granted)
