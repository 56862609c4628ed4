-- Asks how many permits there are to be had, and how many are leased. Leases that are over are permits again, as in
-- Redisson.
-- KEYS 1 available permits   2 leases
-- ARGV 1 nonce   2 channel
-- reply {"permits", nonce, available, leased, 1 | 0}   0: nobody said how many there are
-- @include permits.lua
local available = call('GET', permits)
-- Of a semaphore that is gone nothing is given back: it would be there again.
local set = available and sweep(count(available), ARGV[2])
return { 'permits', nonce, set or 0, call('ZCOUNT', leases, '(' .. digits(now), '+inf'), set and 1 or 0 }
