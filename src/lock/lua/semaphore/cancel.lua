-- Ends an acquire that may or may not have run: gives back what it provably took. A later copy of the acquire takes
-- nothing.
-- KEYS 1 permits (Redisson's)   2 record of this acquire
-- ARGV 1 nonce   2 record life, ms   3 channel of the semaphore
-- reply {"ended", nonce, how}   released: given back; free: nothing had been taken; or the stored end
-- @include acquire-record.lua
-- @include notify.lua
if not taken then return remember_end('free') end
-- Permits given back must not recreate a semaphore whose TTL has passed: it would have no TTL.
local is_set = permits()
local reply = remember_end('released')
undo('SET', record, mark, 'PX', life_ms)
if is_set then notify(ARGV[3], write('INCRBY', key, taken)) end
return reply
