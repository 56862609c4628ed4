-- Extends the lease of permits to its full length from now, unless it has ended. Never shortens, never revives. Or only
-- checks the lease. Records a loss that it finds.
-- KEYS 1 available permits   2 leases   3 record of the first permit
-- ARGV 1 nonce   2 channel   3 ids of all permits: 32 hex digits each   4 record life, ms
--      [5 lease, ms: without it, only checks]
-- reply {"leased", nonce, remaining ms}   before the renewal
--       {"ended", nonce, how}             lost, or the stored end
-- @include permits.lua
-- @include members.lua
-- @include held-permits.lua
local left_ms, lease_ms = left(), ARGV[5]
if left_ms <= 0 then return lost_end() end
if lease_ms then write('ZADD', leases, 'XX', 'GT', scored(lease_ms)) end
return { 'leased', nonce, left_ms }
