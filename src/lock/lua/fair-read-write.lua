-- @use lib/state lib/lock-hash lib/grant lib/hold lib/waiters lib/read-holds lib/rw-queue

-- The same hash as the read/write lock's, with a queue of readers and writers of ours.

-- @script acquire-read
-- Acquires the read lock if no other owner holds the write lock, and no living writer is queued before this reader,
-- else queues. The hash is Redisson's read/write lock; the queue is ours. Safe to repeat, as the read/write lock's.
-- KEYS lock, owner_state, queue, writers, tries, [record]
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, attempt, non_reentrant, about, timeouts, waiter, channel
--   queue, writers, tries: see lib/rw-queue.lua   record: only when the caller passed the owner
--   nonce to timeouts: as the read/write lock's; a final refusal leaves the queue   waiter: see lib/rw-queue.lua
--   channel: of releases
-- reply {"held", nonce, hold count, remaining ms, epoch}   as the read/write lock's
--       {"busy", nonce, remaining ms, place, ms, number}   remaining: -2 the lock is free, and others come first
--                                              place: 1 is next, 0 not in the queue
--                                              ms until an attempt may succeed without a message; -1: not known
--                                              number: of a new waiter, 0 for one that was in the queue before
--                                          with the holder last, if a last refusal asks for it
--       {"ended", nonce, how}   as the read/write lock's
-- @with lib/reads
record = KEYS[6]
local timeouts, me, releases = ARGV.timeouts, ARGV.waiter, ARGV.channel

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
if is_last() then
  quit(me)
  remember_end('refused', life_ms)
  return with_holder({ 'busy', nonce, left, 0, -1, 0 })
end
local place, number = wait_on(me)
return { 'busy', nonce, left, place, again_ms, number }

-- @script acquire-write
-- Acquires the free lock for writing if no living waiter is queued before this one, or adds one hold for the writer;
-- else queues. The hash is Redisson's read/write lock; the queue is ours. Safe to repeat, as the read/write lock's.
-- KEYS lock, owner_state, queue, writers, tries, [record]
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, attempt, non_reentrant, about, timeouts, waiter, channel
--   as acquire-read's   owner: followed by ":write"
-- reply {"held", …}, {"busy", …}   as acquire-read's
--       {"ended", nonce, how}        as acquire-read's; also upgrade: this owner holds the read lock
-- @with lib/writes
record = KEYS[6]
local timeouts, me, releases = ARGV.timeouts, ARGV.waiter, ARGV.channel
local was_answered = ARGV.attempt == '2'

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
if is_last() then
  quit(me)
  remember_end('refused', life_ms)
  return with_holder({ 'busy', nonce, left, 0, -1, 0 })
end
local place, number = wait_on(me)
return { 'busy', nonce, left, place, again_ms, number }

-- @script release-read
-- Ends this read hold, and tells those who may acquire next when the last of all readers leaves. Also cancels an
-- acquire, and gives up waiting.
-- KEYS lock, owner_state, queue, writers, tries, [record]
-- ARGV nonce, owner, hold_id, epoch, again, lease_ms, life_ms, release_id, channel, timeouts, waiter
--   queue, writers, tries: see lib/rw-queue.lua   record: only when the caller passed the owner
--   nonce to timeouts: as the read/write lock's   waiter: see lib/rw-queue.lua; "": the caller does not wait
-- reply {"ended", nonce, how}   as the read/write lock's; a waiter's "free" or "taken" says that it has left the queue
-- @with lib/reads lib/end
record = KEYS[6]
local releases, timeouts, me = ARGV.channel, ARGV.timeouts, ARGV.waiter
local function freed()
  wake_next('free')
  publish(releases, '0')
end
return end_hold(ARGV.epoch)

-- @script release-write
-- Ends this write hold, and tells those who may acquire next: all after the writer's last hold, or readers if the
-- writer's own read holds keep the lock (downgrade). Also cancels an acquire, and gives up waiting.
-- KEYS lock, owner_state, queue, writers, tries, [record]
-- ARGV nonce, owner, hold_id, epoch, again, lease_ms, life_ms, release_id, channel, timeouts, waiter
--   as release-read's   owner: followed by ":write"
-- reply {"ended", nonce, how}   as release-read's
-- @with lib/writes lib/exclusive lib/end
record = KEYS[6]
local releases, timeouts, me = ARGV.channel, ARGV.timeouts, ARGV.waiter
local function freed(open)
  wake_next(open)
  -- Redisson's waiters: also after a downgrade, because other readers may acquire now. "1" wakes all.
  publish(releases, '1')
end
return end_hold(ARGV.epoch)

-- @script force-release
-- Frees the lock as the read/write lock's force-release, and tells those who may acquire next.
-- KEYS lock, record, queue, writers, tries
-- ARGV nonce, life_ms, channel, nobody_state, told_on, mode
--   as the read/write lock's
-- reply {"forced", nonce, 1 | 0}   as the plain lock's
-- @with lib/force
-- @run force
look_at_lock()
local releases = ARGV.channel
if mode == 'plain' then refuse(lock) end
if mode ~= ARGV.mode then return forced(0) end
local reply = forced(1)
call('DEL', lock)
pcall(wake, 'free')
publish(releases, mode == 'write' and '1' or '0')
tell_holders()
return reply
