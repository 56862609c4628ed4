-- @use lib/state lib/lock-hash lib/grant lib/exclusive lib/hold lib/waiters lib/queue
-- @open patience_ms

-- The fair lock: Redisson's queue of waiters.

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
    local answer = not (is_unknown and ARGV.attempt == '2') and settled()
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
    if left == -2 then call_waiter(ARGV.channels, head, request_of(head)) end
  end
  if is_last() then
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

-- @script acquire
-- Acquires the free lock if nobody is queued before this owner. Else adds the owner to the end of the queue, but not in
-- the last attempt. Redisson's fair acquire, safe to repeat: a late copy of an attempt whose caller has left does not
-- queue again.
-- KEYS lock, owner_state, queue, scores, tries, [record]
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, attempt, non_reentrant, about, patience_ms, channels
--   queue: of owners (Redisson's)   scores, tries: see lib/queue.lua   record: only when the caller passed the owner
--   attempt: as the plain lock's; a final refusal leaves the queue, too   channels: prefix of the waiters' channels
-- reply {"held", nonce, hold count, remaining ms, epoch}   as the plain lock's
--       {"busy", nonce, remaining ms, place, ms}   remaining: -2 the lock is free, and others come first
--                                                    place: 1 is next, 0 not in the queue; of a last refusal the one
--                                                    that it leaves
--                                                    ms until an attempt may succeed without a message; -1: not known
--                                              with the holder last, if a last refusal asks for it
--       {"ended", nonce, how}   as the plain lock's
record = KEYS[6]
local patience_ms = tonumber(ARGV.patience_ms)
return answer()

-- @script acquire-standing
-- Acquires a fair lock as acquire does, for a new owner whose isolate has an open mailbox. A refusal leaves its
-- request, by which the holder's release grants it the lock when it is the first in the queue.
-- KEYS lock, owner_state, queue, scores, tries, waiter
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, attempt, non_reentrant, about, patience_ms, channels, listed,
--     request, counts
--   waiter: key of its request
--   nonce to channels: as acquire's
--   listed: its request as an earlier attempt kept it, which found that all before it are ours; otherwise ""
--   request: the new one   counts: see new_request()
-- reply {"held", …}, {"ended", …}   as acquire's
--       {"busy", nonce, remaining ms, place, ms, Redis' epoch ms, request as it is kept, 1 | 0}   it stands
--           1: the holder, and all before it in the queue, are ours: their releases serve the queue. So are those that
--           come before it later: nobody overtakes it
--       {"busy", …}   as acquire's: a last refusal, or the request cannot be written, or the keys are locked
record = nil
local patience_ms = tonumber(ARGV.patience_ms)
-- Longer than a silent waiter keeps its place.
local KEPT_MS = SILENT_MS + 5000
-- With more waiters before it, it is not known.
local MOST_LOOKED = 100

-- A theft leaves a state that begins with "!", also of a Redisson that may hold the lock again.
local function are_ours(place)
  local holder = read('HRANDFIELD', lock)
  local state = holder and read('GET', state_key_of(holder))
  tell_wanted(holder, state)
  if not state or string.sub(state, 1, 1) == '!' or place > MOST_LOOKED then return 0 end
  if place == 1 then return 1 end
  for _, tried in ipairs(read('ZMSCORE', tries, unpack(read('LRANGE', queue, 0, place - 2)))) do
    if not tried then return 0 end
  end
  return 1
end

local function stand(place)
  local text = new_request(ARGV.request, ARGV.counts)
  local before = call('SET', KEYS[6], text, 'PX', KEPT_MS, 'GET')
  -- After another attempt, which its client may not have heard of, it may have another place.
  return text, before == ARGV.listed and not has_joined and 1 or are_ours(place)
end

local reply = answer()
if reply[1] ~= 'busy' or last or KEYS.locked then return reply end
-- Redis may be full.
local done, text, ours = pcall(stand, reply[4])
if done then
  for _, word in ipairs({ now, text, ours }) do table.insert(reply, word) end
end
return reply

-- @script release
-- Ends this hold and grants the lock to the first waiter, or calls it; or gives up waiting. As the plain lock's release.
-- KEYS lock, owner_state, queue, scores, tries, [record], standing, flag
-- ARGV nonce, owner, hold_id, epoch, again, lease_ms, life_ms, release_id, channels, patience_ms, [gives_up,
--     [next_owner, next_lease_ms, next_life_ms, next_about]]
--   record: only when the caller passed the owner   standing, flag: of the plain lock
--   nonce to release_id: as the plain lock's   channels: prefix of the waiters' channels
--   gives_up: "1": the caller gives up, and may be in the queue
--   next_owner to next_about: as the plain lock's; it gets the lock only as the first of the queue
-- reply {"ended", nonce, how}   as the plain lock's; a waiter's "free" or "taken" says that it has left the queue
--       {"ended", nonce, how, "passed", …}, {"ended", nonce, how, "granted", …}   as the plain lock's: to the next owner, or
--           to the first of the queue
-- @with lib/end
record = KEYS[8] and KEYS[6]
local patience_ms = tonumber(ARGV.patience_ms)
local granted, passed
local function end_last()
  if not names_next() then
    granted = serve_queue(ARGV.channels, call('DEL', lock, flag))
    return
  end
  call('DEL', lock)
  -- Nothing may keep the message of a freed lock back.
  local done, grant = try(function()
    return read('LINDEX', queue, 0) == ARGV.next_owner and pass_on()
  end)
  passed = done and grant
  if not passed then
    granted = serve_queue(ARGV.channels, 1 + call('DEL', flag))
    return
  end
  -- A key of another type must not hide the grant.
  try(function()
    call('LPOP', queue)
    first_left(ARGV.next_owner)
  end)
end
local function give_up()
  -- A release does not leave the queue: its hold was granted, and the owner may be waiting again.
  if ARGV.gives_up == '1' and read('LPOS', queue, owner) then
    leave({ [owner] = true }, 1)
    call('ZREM', tries, owner)
  end
  if read('EXISTS', lock) == 0 then granted = serve_queue(ARGV.channels) end
end
local reply = end_hold(ARGV.epoch)
return with_grant(reply, granted, passed)

-- @script force-release
-- Frees the lock regardless of its owner, once per request, and grants it to the first waiter, or calls that. The queue
-- stays. Redisson's fair forceUnlock, safe to repeat.
-- KEYS lock, record, queue, scores, tries, standing, flag
-- ARGV nonce, life_ms, channels, nobody_state, told_on, patience_ms
--   as the plain lock's   channels: prefix of the waiters' channels
-- reply {"forced", nonce, 1 | 0}   1: a lock was freed; a repeated request gets the first answer
--       {"forced", nonce, 1, "granted", …}   as release's
-- @with lib/force
-- @run force
look_at_lock()
local patience_ms = tonumber(ARGV.patience_ms)
if mode == 'read' or mode == 'write' then refuse(lock) end
if not mode then return forced(0) end
local reply = forced(1)
local granted = serve_queue(ARGV.channels, call('DEL', lock, flag))
tell_holders()
return with_grant(reply, granted)
