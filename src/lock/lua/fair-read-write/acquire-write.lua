-- Acquires the free lock for writing if no living waiter is queued before this one, or adds one hold for the writer;
-- else queues. The hash is Redisson's read/write lock; the queue is ours. Safe to repeat, as the read/write lock's.
-- KEYS as acquire-read.lua's
-- ARGV as acquire-read.lua's
-- reply {"held", …}, {"busy", …}   as acquire-read.lua's
--       {"ended", nonce, how}        as acquire-read.lua's; also upgrade: this owner holds the read lock
-- @include ../lock/hold-state.lua
record = KEYS[6]
local timeouts, me, releases = ARGV[9], ARGV[10], ARGV[11]
-- @include ../lock/lock-hash.lua
-- @include ../read-write/timeouts.lua
-- @include ../read-write/write-lease-left.lua
-- @include ../read-write/write-acquire.lua
-- @include ../lock/grant.lua
-- @include ../lock/new-owner.lua
-- @include ../lock/with-holder.lua
-- @include queue.lua
local was_answered = ARGV[6] == '2'

-- Returns the answer to a waiter that asks again, with an owner made for this hold, in fewer commands; nil if it
-- depends on more.
local function quick_answer()
  local left = read('PTTL', lock)
  if left >= 0 and read('EXISTS', owner_state) == 0 then
    local place, number = wait_on(me)
    return { 'busy', nonce, left, place, left, number }
  end
  if left ~= -2 then return end
  local first = read('ZRANGE', queue, 0, 0)[1]
  local answer = (not first or first == me) and take_new()
  if answer and first then pcall(leave, me) end
  return answer
end

if was_answered and not record then
  local answer = quick_answer()
  if answer then return answer end
-- Fast path: none of the keys exists.
elseif read('EXISTS', unpack(KEYS)) == 0 then
  return take()
end

load_state()
local answer = settled()
if answer then
  -- A waiter whose owner got another hold meanwhile may have its answer by that.
  if record then pcall(quit, me) end
  return answer
end

local left = time_left()
local again_ms = left
if left == -2 then
  local first, _, dead_at = first_alive(queue, me)
  if not first or first == me then
    answer = take()
    if first then pcall(leave, me) end
    return answer
  end
  again_ms = first == 'more' and 0 or dead_at + 1 - now
  if dropped then wake('free') end
elseif record then
  -- A default owner is new, and so holds no read lock. A reader that outlived all its leases is dead, and is not
  -- refused.
  local reader = string.sub(owner, 1, -7)
  if longest_of(reader, tonumber(read('HGET', lock, reader) or 0)) > 0 then
    quit(me)
    return remember_end('upgrade', life_ms)
  end
end
if last then
  quit(me)
  remember_end('refused', life_ms)
  return with_holder({ 'busy', nonce, left, 0, -1, 0 })
end
local place, number = wait_on(me)
return { 'busy', nonce, left, place, again_ms, number }
