-- Ends the hold of a single flight, and stores the result if the hold still counted: a lost hold overwrites nothing.
-- KEYS 1 lock hash   2 owner state   3 result   4 list of standing requests of the plain lock   5 its flag
-- ARGV as the plain lock's release   10 result   11 how long it may be served, ms   12 channel for results
-- publishes "<owner> <ms> <result>" there, each comma as a tab: JSON has no tabs, and messages of ours have no commas
-- reply {"ended", nonce, how}   as the plain lock's; released: the result was stored, by this run or an earlier one
-- @include ../lock/hold-state.lua
record = nil
-- Each waiting isolate receives the message.
local MOST_BYTES = 8192
-- @include ../lock/lock-hash.lua
-- @include ../lock/hold-count.lua
-- @include ../lock/clock.lua
-- @include ../lock/standing.lua
-- @include ../lock/call-first.lua
local function end_last(is_quick)
  -- A full Redis stores no result, but still frees the lock.
  local is_stored, before = false, nil
  if is_quick then
    is_stored, before = pcall(call, 'SET', KEYS[3], ARGV[10], 'PX', ARGV[11], 'GET')
  end
  if is_stored and before then undo('SET', KEYS[3], before, 'PX', ARGV[11]) end
  if is_stored and not before then undo('UNLINK', KEYS[3]) end
  local deleted = call('DEL', lock, flag)
  -- A waiter takes this message instead of an answer. Its owner state then does not refuse a late copy of its attempt,
  -- so the result must outlast every copy: the copy finds it. An error does not do that, because it is not for all.
  local outlasts = string.sub(ARGV[10], 1, 1) == '=' and tonumber(ARGV[11]) >= NEVER_GRANTED_MS
  if is_stored and outlasts and #ARGV[10] <= MOST_BYTES then
    local text = string.gsub(ARGV[10], ',', '\t')
    publish(ARGV[12], owner .. ' ' .. ARGV[11] .. ' ' .. text)
  end
  -- "0" would wake one waiter: the result is for all of them.
  publish(ARGV[9], '1')
  -- The list may be a key of another type.
  if deleted == 2 then pcall(call_first, 0) end
end
local function give_up() end
-- @include ../lock/exclusive-release.lua
-- @include ../lock/end-hold.lua
return end_hold(ARGV[4])
