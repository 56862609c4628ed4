-- Acquires the fenced lock as acquire.lua does, for a new owner whose isolate has an open mailbox. As the plain lock's
-- acquire-standing.
-- KEYS 1 lock hash   2 owner state   3 latest token (Redisson's)   4 list of standing requests   5 its flag
-- ARGV as the plain lock's acquire-standing
-- reply {"held", …}, {"ended", …}   as acquire.lua's
--       {"busy", …}   as the plain lock's acquire-standing
-- @include ../lock/hold-state.lua
record = nil
-- @include ../lock/lock-hash.lua
-- @include ../lock/exclusive-acquire.lua
-- @include ../lock/grant.lua
-- @include ../lock/new-owner.lua
-- @include ../lock/with-holder.lua
-- @include token.lua
-- @include acquire-answer.lua
-- @include ../lock/clock.lua
-- @include ../lock/standing.lua
-- @include ../lock/stand.lua
return answer_or_stand()
