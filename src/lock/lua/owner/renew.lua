-- Extends the lease of a lock that one owner has, for all its holds, once per request. Never shortens, never revives.
-- Also for the write holds of a read/write lock.
-- KEYS 1 lock hash   2 owner state   3 record of this request
-- ARGV 1 to 4 see once.lua   5 lease, ms   6 life of the owner state, ms   7 "1": of a read/write lock; else "0"
-- reply {"done", nonce, 1 | 0}   see once.lua
--       {"done", nonce, 1, epoch}   see hold-state.lua
-- @include ../lock/hold-state.lua
-- @include ../lock/lock-hash.lua
-- @include once.lua
if hold_mark ~= '' then return answer(hold_mark) end
if not held_count(ARGV[7] == '0') then return done(0) end
extend(lock, ARGV[5])
keep(owner_state, ARGV[6])
return renewed()
