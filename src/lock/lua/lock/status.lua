-- Describes the lock. A script rather than plain reads, so that the primary answers, never a stale replica.
-- KEYS 1 lock hash   2 owner state of the owner
-- ARGV 1 nonce   2 owner, or ""
-- reply {"status", nonce, remaining ms, hold count of the owner}   remaining: -2 free
-- error NOT_A_LOCK
-- @include describe.lua
return { 'status', ARGV[1], left, tonumber(count or 0) }
