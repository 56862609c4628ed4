-- Acquires the free lock if nobody is queued before this owner, else adds the owner to the end of the queue. Redisson's
-- fair acquire, safe to repeat: a late copy of an attempt whose caller has left does not queue again.
-- KEYS 1 lock hash   2 owner state   3 queue   4 scores   5 last attempts
--      [6 record: only when the caller passed the owner]
-- ARGV 1 nonce   2 owner   3 hold id   4 lease, ms   5 record life, ms
--      6 "1": the caller's last attempt: a refusal is recorded and final, and leaves the queue; "0": it may ask again
--        "2": it may ask again, and an earlier attempt of it checked what the key is; "3": as "1", and tells the holder
--      7 "1": not reentrant   8 about   9 patience, ms   10 prefix of the waiters' channels
-- reply {"held", nonce, hold count, remaining ms, epoch}   as the plain lock's
--       {"busy", nonce, remaining ms, place, ms}   remaining: -2 the lock is free, and others come first
--                                                    place: 1 is next, 0 not in the queue
--                                                    ms until an attempt may succeed without a message; -1: not known
--                                              with the holder last, if a last refusal asks for it
--       {"ended", nonce, how}   as the plain lock's
-- @include ../lock/hold-state.lua
record = KEYS[6]
local patience_ms = tonumber(ARGV[9])
-- @include acquire-answer.lua
return answer()
