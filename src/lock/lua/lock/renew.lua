-- Extends the lease to its full length from now, if this hold still counts. Never shortens, never adds, never revives.
-- Redisson's watchdog checks only the owner's field, so it can keep a later hold alive.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 nonce   2 owner   3 hold id   4 lease, ms   5 record life, ms
--      6 "1": keep the owner state for as long; else "0"
-- reply {"renewed", nonce, hold count}   at least the lease is left
--       {"ended", nonce, how}            lost, or the stored end
-- @include hold-state.lua
-- @include lock-hash.lua
-- @include hold-count.lua
-- @include renew-hold.lua
load_state()
local count, over = renew(ARGV[4], ARGV[5], ARGV[5], ARGV[6] == '1')
return over or { 'renewed', nonce, count }
