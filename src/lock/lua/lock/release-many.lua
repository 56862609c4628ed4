-- Ends the holds of one owner on several locks, each as release.lua does. Also cancels an acquire that was never
-- answered.
-- KEYS for each lock: lock hash, owner state; then for each, when the caller passed the owner: record; then for each:
--     list of standing requests, its flag
-- ARGV 1 nonce   2 owner   3 hold id   4 "1": there are records
--      5 "0": the first release of granted holds; "1": not certainly granted, or perhaps released before
--      6 lease for the holds that remain, ms   7 record life, ms   8 release id, as release.lua's
--      then for each lock: epoch from the grant, or "", and channel for the release message
-- reply {"ends", nonce, how, …}   in the order of the locks, each as in release.lua
-- @include hold-state.lua
record = nil
local channel
-- @include lock-hash.lua
-- @include hold-count.lua
-- @include clock.lua
-- @include standing.lua
-- @include serve.lua
local function end_last()
  freed(channel, call('DEL', lock, flag), '')
end
local function give_up() end
-- @include exclusive-release.lua
-- @include end-hold.lua
local locks = (#ARGV - 8) / 2
local before_lists = ARGV[4] == '1' and 3 * locks or 2 * locks
local replies, problem = { 'ends', nonce }, nil
for at = 1, locks do
  lock, owner_state = KEYS[2 * at - 1], KEYS[2 * at]
  if ARGV[4] == '1' then record = KEYS[2 * locks + at] end
  standing, flag = KEYS[before_lists + 2 * at - 1], KEYS[before_lists + 2 * at]
  channel = ARGV[2 * at + 8]
  -- A key that is no longer a lock must not prevent the release of the others.
  local done, reply = try(end_hold, ARGV[2 * at + 7])
  if done then
    table.insert(replies, reply[3])
  else
    problem = reply.err or reply
    if string.find(problem, '^WRONGTYPE') then problem = 'NOT_A_LOCK ' .. 2 * at - 1 end
  end
end
if problem then error(problem, 0) end
return replies
