-- Sets the lease to a full length from now, if this very hold still counts. Never shortens, never adds, never revives.
-- Redisson's watchdog step asks only for the owner's field, and so can keep a later hold alive.
-- KEYS 1 lock hash   2 page   [3 record: only when the caller passed the owner]
-- ARGV 1 owner   2 hold id   3 epoch told at acquire, or ""   4 lease, ms   5 record life, ms
-- reply {"renewed", hold id, hold count}   at least the lease is left
--       {"ended", hold id, how}            lost, now remembered so that no late copy of the acquire takes the lock again,
--                                          or the stored end
-- @include hold-state.lua
-- @include counted.lua
local lease_ms, life_ms = ARGV[4], ARGV[5]

load_state()
local over = stored_end()
if over then return over end

local count = counted(ARGV[3])
if not count then return remember_end('lost', life_ms) end
call('PEXPIRE', lock, lease_ms, 'GT')
if record then call('PEXPIRE', page, life_ms, 'GT') end
return { 'renewed', hold, tonumber(count) }
