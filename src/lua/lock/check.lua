-- Asks whether this very hold still counts, and for how long. Changes no lock; remembers a loss it finds.
-- KEYS 1 lock hash   2 page   [3 record: only when the caller passed the owner]
-- ARGV 1 owner   2 hold id   3 record life, ms
-- reply {"counted", hold id, hold count, remaining ms}   remaining is -1 when somebody took the TTL away
--       {"ended", hold id, how}                          as renew
-- @include hold-state.lua
-- @include counted.lua
load_state()
local over = stored_end()
if over then return over end

local count = counted()
if not count then return remember_end('lost', ARGV[3]) end
-- The record outlives the lease that is told, as at acquire.
if record then call('PEXPIRE', record, ARGV[3] + call('PTTL', lock), 'GT') end
return { 'counted', hold, tonumber(count), call('PTTL', lock) }
