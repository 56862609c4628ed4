-- Ends all write holds of one owner of a fair read/write lock, once per request, and tells those who may acquire next.
-- KEYS as release-queued-reads.lua's
-- ARGV as release-writes.lua's
-- reply {"done", nonce, 1 | 0}   see once.lua
-- @include ../lock/hold-state.lua
record = KEYS[6]
local releases, timeouts, me = ARGV[5], ARGV[7], ''
-- @include ../read-write/timeouts.lua
-- @include ../lock/lock-hash.lua
-- @include ../fair-read-write/queue.lua
-- @include ../fair-read-write/next.lua
local function freed(open)
  wake_next(open)
  publish(releases, '1')
end
-- @include ../read-write/write-release.lua
-- @include once.lua
-- @include end-owner.lua
if hold_mark ~= '' then return answer(hold_mark) end
if not held_count(false) then return done(0) end
local reply = done(1)
end_owner(end_last)
return reply
