-- Sets the lease to a full length from now, if this very hold still counts. Never shortens, never adds, never revives.
-- Redisson's watchdog step asks only for the owner's field, and so can keep a later hold alive.
-- KEYS 1 lock hash   2 page   [3 record: only when the caller passed the owner]
-- ARGV 1 owner   2 hold id   3 lease, ms   4 record life, ms
-- reply {"renewed", hold id, hold count}   at least the lease is left
--       {"ended", hold id, how}            lost, or the stored end
-- @include hold-state.lua
-- @include counted.lua
-- @include renew-hold.lua
load_state()
local count, over = renew(ARGV[3], ARGV[4], ARGV[4])
return over or { 'renewed', hold, count }
