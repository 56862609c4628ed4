-- Takes the free lock, or counts one more hold of an owner that has it. Redisson's reentrant acquire, safe to repeat.
-- KEYS 1 lock hash   2 page   [3 record: only when the caller passed the owner]
-- ARGV 1 owner   2 hold id   3 lease, ms   4 record life, ms
--      5 "1": the caller will not ask again, so a refusal is remembered and final; "0": it may ask again
--      6 "1": not reentrant: an owner that has the lock is refused for good; "0": it gets one more hold
-- reply {"held", hold id, hold count, remaining ms, epoch}   this hold counts, since now or already
--       {"busy", hold id, remaining ms}                      another owner has it; -1 when the lock has no TTL
--       {"ended", hold id, how}   this hold is over: released, still:<n>, free, taken, refused, lost, reentered
-- @include hold-state.lua
-- @include exclusive.lua
-- @include taking.lua

-- The fast path: nothing is there at all.
if call('EXISTS', unpack(KEYS)) == 0 then return take() end

load_state()
local answer = settled()
if answer then return answer end

-- Only a passed owner gets here with the lock free: it may take it again, with a new hold.
local left = call('PTTL', lock)
if left == -2 then return take() end
if last then remember_end('refused', life_ms) end
return { 'busy', hold, left }
