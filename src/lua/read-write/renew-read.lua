-- Sets the lease of this read hold to a full length from now, if it still counts. As the plain lock's renew.
-- KEYS 1 lock hash   2 page   [3 record: only when the caller passed the owner]
-- ARGV 1 to 4 as the plain lock's   5 what the names of timeout keys begin with
-- reply {"renewed", hold id, hold count}, {"ended", hold id, how}   as the plain lock's
-- @include ../lock/hold-state.lua
local timeouts = ARGV[5]
-- @include timeouts.lua
-- @include ../lock/counted.lua
-- @include ../lock/renew-hold.lua
load_state()
local own = own_left(ARGV[4] - ARGV[3])
local count, over = renew(ARGV[3], ARGV[4], ARGV[4], function(holds)
  renew_slot(holds, own, ARGV[3])
end)
if over then return over end
return { 'renewed', hold, count }
