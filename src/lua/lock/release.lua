-- Ends this hold: frees the lock with its owner's last hold, else counts one hold less. Also the cancel of an acquire
-- that was never answered. Redisson's unlock, safe to repeat; its latch key is not needed, the record does more.
-- KEYS 1 lock hash   2 page   [3 record: only when the caller passed the owner]
-- ARGV 1 owner   2 hold id   3 epoch told at acquire, or ""
--      4 "0": the first release of a hold that was granted; "1": of one that may not have been (cancel), or may have been
--        released before
--      5 lease for the holds that remain, ms   6 record life, ms   7 channel for the release message
-- reply {"ended", hold id, how}   released | still:<count> | free (lease ran out) | taken (somebody else has it) |
--                                 whatever an earlier run of this hold's end said (also refused, lost, reentered)
-- @include hold-state.lua
-- @include counted.lua
local function end_last()
  call('DEL', lock)
  call('PUBLISH', ARGV[7], '0')
end
local function give_up() end
-- @include exclusive-end.lua
-- @include end-hold.lua
