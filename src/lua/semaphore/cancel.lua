-- Ends an acquire that may have been carried out or not: gives back what it provably took. A copy of the acquire that
-- comes later takes nothing.
-- KEYS 1 permits (Redisson's)   2 record of this acquire
-- ARGV 1 nonce   2 record life, ms   3 channel of the semaphore
-- reply {"ended", nonce, how}   released: given back; free: nothing had been taken; or what an earlier run of this
--     acquire said
-- @include acquire-record.lua
-- @include notify.lua
if not taken then return remember_end('free') end
-- A semaphore whose TTL is over is not made anew, for ever, by what is given back to it.
if value then notify(ARGV[3], call('INCRBY', key, taken)) end
return remember_end('released')
