-- Reads how many permits are available, and how many are leased. Permits of expired leases become available again, as
-- in Redisson.
-- KEYS 1 available permits   2 leases
-- ARGV 1 nonce   2 channel
-- reply {"permits", nonce, available, leased, 1 | 0}   0: the number was never set
-- @include permits.lua
local available = read('GET', permits)
-- A sweep would recreate a deleted semaphore.
local set = available and sweep(count(available), ARGV[2])
return { 'permits', nonce, set or 0, read('ZCOUNT', leases, '(' .. digits(now), '+inf'), set and 1 or 0 }
