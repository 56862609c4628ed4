-- Acquires the free lock, or adds one hold for the owner that holds it. Redisson's reentrant acquire, safe to repeat.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 nonce   2 owner   3 hold id   4 lease, ms   5 record life, ms
--      6 "1": the caller's last attempt, so a refusal is recorded and final; "0": it may ask again
--        "2": it may ask again, and an earlier attempt of it checked what the key is
--      7 "1": not reentrant: an owner that holds the lock is refused for good; "0": it gets one more hold
-- reply {"held", nonce, hold count, remaining ms, epoch}   this hold counts, since now or already
--       {"busy", nonce, remaining ms}                      another owner holds it
--       {"ended", nonce, how}   this hold ended: released, still:<n>, free, taken, refused, lost, reentered, crowded
-- error NOT_A_LOCK   the key holds something else, and is unchanged; all scripts that acquire, read or free a lock
--     raise it
-- @include hold-state.lua
-- @include lock-hash.lua
-- @include exclusive-acquire.lua
-- @include grant.lua
-- @include new-owner.lua

if record then
  -- Fast path: none of the keys exists.
  if call('EXISTS', unpack(KEYS)) == 0 then return take() end
else
  local left = left_of_others(ARGV[6] ~= '2')
  local answer = left == -2 and take_new() or refuse_new(left)
  if answer then return answer end
end

load_state()
local answer = settled()
if answer then return answer end

-- Only a passed owner can find the lock free here: it may acquire the lock again, with a new hold.
local left = time_left()
if left == -2 then return take() end
if last then remember_end('refused', life_ms) end
return { 'busy', nonce, left }
