-- Acquires the read lock if no other owner holds the write lock, and no living writer is queued before this reader,
-- else queues. The hash is Redisson's read/write lock; the queue is ours. Safe to repeat, as the read/write lock's.
-- KEYS 1 lock hash   2 owner state   3 queue   4 writers   5 last attempts
--      [6 record: only when the caller passed the owner]
-- ARGV 1 to 9 as the read/write lock's; a refusal of the last attempt (6) leaves the queue
--      10 waiter, see queue.lua   11 channel of releases
-- reply {"held", nonce, hold count, remaining ms, epoch}   as the read/write lock's
--       {"busy", nonce, remaining ms, place, ms, number}   remaining: -2 the lock is free, and others come first
--                                              place: 1 is next, 0 not in the queue
--                                              ms until an attempt may succeed without a message; -1: not known
--                                              number: of a new waiter, 0 for one that was in the queue before
--                                          with the holder last, if a last refusal asks for it
--       {"ended", nonce, how}   as the read/write lock's
-- @include ../lock/hold-state.lua
record = KEYS[6]
local timeouts, me, releases = ARGV[9], ARGV[10], ARGV[11]
-- @include ../lock/lock-hash.lua
-- @include ../read-write/timeouts.lua
-- @include ../read-write/read-acquire.lua
-- @include ../lock/grant.lua
-- @include ../lock/with-holder.lua
-- @include queue.lua

-- Fast path: none of the keys exists.
if read('EXISTS', unpack(KEYS)) == 0 then return take() end

-- Grants the lock to this reader, and takes it out of the queue. `before`: the number of the first writer, or false.
local function enter(is_queued, before)
  local answer = take()
  -- A queue key of another type must not hide the grant.
  pcall(function()
    if is_queued and leave(me) and not dropped then tell_next(before) end
    if dropped then wake('read') end
  end)
  return answer
end

load_state()
forget_outlived()
local answer = settled()
if answer then
  -- A waiter whose owner got another hold meanwhile may have its answer by that.
  if record then pcall(quit, me) end
  return answer
end
if record and mode == 'write' and read('HEXISTS', lock, owner .. ':write') == 1 then return enter(true, 0) end

local left = time_left()
local open = left == -2 and 'free' or mode == 'read' and 'read'
local again_ms = left
if open then
  local mine = tonumber(read('ZSCORE', queue, me) or nil)
  local writer, number, dead_at = first_alive(writers)
  if not writer or (mine and number and number > mine) then return enter(mine, number) end
  again_ms = writer == 'more' and 0 or dead_at + 1 - now
  if dropped then wake(open) end
end
if last then
  quit(me)
  remember_end('refused', life_ms)
  return with_holder({ 'busy', nonce, left, 0, -1, 0 })
end
local place, number = wait_on(me)
return { 'busy', nonce, left, place, again_ms, number }
