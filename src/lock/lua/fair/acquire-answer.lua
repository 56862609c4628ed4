-- Included last by the scripts that acquire the fair lock, after `patience_ms`.
-- @include ../lock/lock-hash.lua
-- @include ../lock/exclusive-acquire.lua
-- @include ../lock/grant.lua
-- @include ../lock/with-holder.lua
-- @include queue.lua
-- @include ../lock/mailbox.lua
-- @include call-waiter.lua
-- @include first-left.lua
-- Long enough that a live waiter may lose some attempts: Redisson, which looks only at scores, must not drop it.
local LEAST_AHEAD_MS = 30000
-- Redisson lowers also a score that does not exist, from 0. No score that a script set is this old.
local A_DAY_MS = 86400000

local function first_takes()
  local answer = take()
  -- The queue must not hide the grant.
  try(first_left, owner)
  return answer
end

-- Keeps the last attempts for longer than any score: without its last attempt, a waiter of ours would count as one of
-- Redisson's.
local function keep_tries(score)
  local tries_life_ms = score - now + patience_ms + SILENT_MS
  if read('PTTL', tries) < tries_life_ms then call('PEXPIRE', tries, digits(tries_life_ms)) end
end

-- Adds the scores of Redisson's waiters right behind a place to `moved`, each `by_ms` later.
local function move_behind(place, by_ms, moved)
  -- Ends at a waiter of ours, or with the queue. Each round reads a part: the queue may be long.
  while true do
    local some = read('LRANGE', queue, place + 1, place + MOST_MOVED)
    for _, waiter in ipairs(some) do
      if read('ZSCORE', tries, waiter) then return end
      local score = read('ZSCORE', scores, waiter)
      if score then
        table.insert(moved, digits(score + by_ms))
        table.insert(moved, waiter)
      end
    end
    if #some < MOST_MOVED then return end
    place = place + MOST_MOVED
  end
end

-- This run added it to the queue.
local has_joined = false
local function answer()
  -- A new owner has no record: its owner state counts twice.
  local existing = read('EXISTS', lock, owner_state, record or owner_state)
  -- Fast path: the lock is free, nothing is known of this hold, and nobody waits or this owner is the first.
  if existing == 0 then
    -- Pop it before looking at it: that saves a command.
    local head = call('LPOP', queue)
    if not head then
      -- It popped nothing. So a refusal of the grant is definite.
      undo('EXISTS', queue)
      return take()
    end
    undo('LPUSH', queue, head)
    if head == owner then return first_takes() end
    call('LPUSH', queue, head)
  else
    -- Without an owner state, a new owner's hold was never granted and has not ended: another owner holds the lock.
    local is_unknown = not record and existing == 1
    if not is_unknown then load_state() end
    local answer = not (is_unknown and ARGV[6] == '2') and settled()
    if answer then return answer end
  end

  local left = time_left()
  read_time()
  local place = read('LPOS', queue, owner)
  -- This is a sign of life. If there was none before, the last attempts have expired or were lost, and no waiter is
  -- known to be ours.
  local unknown = place and call('ZADD', tries, digits(now), owner) == 1
  if unknown then keep_tries(now + (place + 1) * patience_ms) end
  drop_silent()
  -- While the lock is held, nobody is next yet.
  local head, head_until
  if left == -2 then
    head, head_until = head_of_queue()
  end
  if left == -2 and not head then
    call('DEL', tries)
    return take()
  end
  if left == -2 and head == owner then
    call('LPOP', queue)
    undo('LPUSH', queue, owner)
    return first_takes()
  end
  if swept then
    place = read('LPOS', queue, owner)
    -- The lock is free for a waiter that may be asleep, and was not the first before.
    if left == -2 then call_waiter(ARGV[10], head, request_of(head)) end
  end

  if last then
    if place then
      leave({ [owner] = true }, 1)
      call('ZREM', tries, owner)
    end
    remember_end('refused', life_ms)
    return with_holder({ 'busy', nonce, left, place and place + 1 or 0, -1 })
  end

  local known = place and tonumber(read('ZSCORE', scores, owner) or nil)
  if known and known < now - A_DAY_MS then known = nil end
  local score = known
  if not place then
    local tail = read('LINDEX', queue, -1)
    score = (tail and read('ZSCORE', scores, tail) or now + math.max(left, 0)) + patience_ms
    place = call('RPUSH', queue, owner) - 1
    has_joined = true
    call('ZADD', tries, digits(now), owner)
  end
  local full = now + (place + 1) * patience_ms
  if not score or score < full - patience_ms + LEAST_AHEAD_MS then score = full end
  if score ~= known then
    local moved = { digits(score), owner }
    -- Redisson's waiters right behind it keep their distance: they move nearer by its whole patience when it is granted
    -- the lock.
    if known and not unknown then move_behind(place, score - known, moved) end
    call_in_batches('ZADD', scores, moved)
    keep_tries(score)
  end
  -- A held lock may be free when its lease ends. A free one may be had when its first waiter is presumed dead.
  return { 'busy', nonce, left, place + 1, left == -2 and head_until + 1 - now or left }
end
