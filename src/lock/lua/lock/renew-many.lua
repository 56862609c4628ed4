-- Renews many holds, each as renew.lua does. A hold that has ended does not prevent the renewal of the others.
-- KEYS for each hold: lock hash, owner state; then for each hold of a passed owner, in the same order: record
-- ARGV 1 nonce   2 "": renew all; else ms: a hold with more remaining lease is not renewed
--      3 how much longer than its lease a hold is remembered, ms
--      then for each hold: owner, hold id, lease in ms, record life in ms, "1" if it has a record, "2" if its owner
--        state is kept for as long, else "0"; for a read hold the prefix of the timeout keys, else ""
-- reply {"renewals", nonce, remaining ms | how it ended, …}   in the order of the holds
-- @include hold-state.lua
local timeouts
-- @include ../read-write/timeouts.lua
-- @include lock-hash.lua
-- @include hold-count.lua
-- @include renew-hold.lua
-- @include renew-each.lua
return renew_each()
