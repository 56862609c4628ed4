-- Gives permits back, each once: the one that a caller has, as Redisson's tryRelease, or all of a cancelled acquire.
-- KEYS 1 available permits   2 leases   3 record of the first permit
-- ARGV 1 nonce   2 channel   3 ids of all permits: 32 hex digits each   4 record life, ms
-- reply {"ended", nonce, how}   released, or lost: the lease had ended, or there was none; or the stored end
-- @include permits.lua
-- @include members.lua
-- @include held-permits.lua
local available = read('GET', permits)
local left_ms, many = left()
if available then count(available) end
if many == 0 then return lost_end() end
local reply = remember(left_ms > 0 and 'released' or 'lost')
if available then
  give_back(many, channel, 0, call, 'ZREM', leases, unpack(members))
else
  -- A release must not recreate a deleted semaphore.
  call('ZREM', leases, unpack(members))
end
return reply
