-- Acquires the lock as the plain lock's script does, and issues a token higher than all before to each holder of the
-- free lock. Redisson's fenced acquire, safe to repeat. Redisson raises the token on re-entry, too.
-- KEYS 1 lock hash   2 owner state   3 latest token (Redisson's)   [4 record: only when the caller passed the owner]
-- ARGV as the plain lock's
-- reply {"held", nonce, hold count, remaining ms, epoch, token}   token: decimal digits; the same as long as the lock
--     is held
--       {"busy", …}, {"ended", …}   as the plain lock's
-- @include ../lock/hold-state.lua
record = KEYS[4]
-- @include ../lock/lock-hash.lua
-- @include ../lock/exclusive-acquire.lua
-- @include ../lock/grant.lua
-- @include ../lock/new-owner.lua
-- @include ../lock/with-holder.lua
-- @include token.lua
-- @include acquire-answer.lua
return answer()
