-- Sets the lease of permits to a full length from now, if it is not over; never shortens, never revives. Or only asks.
-- A loss that it finds is remembered.
-- KEYS 1 available permits   2 leases   3 record of the first of them
-- ARGV 1 nonce   2 channel   3 ids of all: 32 hex digits each   4 record life, ms   [5 lease, ms: none only asks]
-- reply {"leased", nonce, remaining ms}   before it was renewed
--       {"ended", nonce, how}             lost, or the stored end
-- @include permits.lua
-- @include members.lua
-- @include held-permits.lua
local left_ms, lease_ms = left(), ARGV[5]
if left_ms <= 0 then return lost_end() end
if lease_ms then call('ZADD', leases, 'XX', 'GT', scored(lease_ms)) end
return { 'leased', nonce, left_ms }
