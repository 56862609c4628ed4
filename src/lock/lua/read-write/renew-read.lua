-- Extends the lease of this read hold to its full length from now, if it still counts. As the plain lock's renew.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 to 6 as the plain lock's   7 prefix of the timeout keys
-- reply {"renewed", nonce, hold count}, {"ended", nonce, how}   as the plain lock's
-- @include ../lock/hold-state.lua
local timeouts = ARGV[7]
-- @include timeouts.lua
-- @include ../lock/lock-hash.lua
-- @include ../lock/hold-count.lua
-- @include ../lock/renew-hold.lua
load_state()
local own = own_left(ARGV[5] - ARGV[4])
local count, over = renew(ARGV[4], ARGV[5], ARGV[5], ARGV[6] == '1', function(holds)
  renew_slot(holds, own, ARGV[4])
end)
if over then return over end
return { 'renewed', nonce, count }
