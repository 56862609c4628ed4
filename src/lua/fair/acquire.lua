-- Takes the free lock when nobody is before this owner, else puts it at the end of the queue. Redisson's fair acquire,
-- safe to repeat: a late copy of a try whose caller has left does not queue again.
-- KEYS 1 lock hash   2 owner state   3 queue   4 scores   5 last tries   [6 record: only when the caller passed the
--     owner]
-- ARGV 1 nonce   2 owner   3 hold id   4 lease, ms   5 record life, ms
--      6 "1": the caller will not ask again, so a refusal is remembered and final, and it leaves the queue; "0": it may
--          ask again
--      7 "1": not reentrant   8 patience, ms   9 channel of each waiter, up to its owner
-- reply {"held", nonce, hold count, remaining ms, epoch}   as the plain lock's
--       {"busy", nonce, remaining ms, place, ms}   remaining: -2 the lock is free, and others come first
--                                                    place: 1 is next, 0 not in the queue
--                                                    ms until a try of somebody may succeed untold; -1: not known
--       {"ended", nonce, how}   as the plain lock's
-- @include ../lock/hold-state.lua
record = KEYS[6]
local patience_ms = tonumber(ARGV[8])
-- @include ../lock/lock-hash.lua
-- @include ../lock/exclusive-acquire.lua
-- @include ../lock/grant.lua
-- @include queue.lua
-- Long enough for some of its tries to be lost: a waiter that lives is not dropped by Redisson, which looks at scores
-- only.
local LEAST_AHEAD_MS = 30000

-- The first has its turn: all others come nearer by its patience. ZPOPMIN takes it and them in one command, and them
-- with ZADD back, so that the bill does not grow with the queue, as it does in Redisson. For the same reason its last
-- try is left to be dropped.
local function first_takes()
  local all = call('ZPOPMIN', scores, 1000000)
  local rest = {}
  for at = 1, #all, 2 do
    if all[at] ~= owner then
      table.insert(rest, digits(all[at + 1] - patience_ms))
      table.insert(rest, all[at])
    end
  end
  call_in_batches('ZADD', scores, rest)
  -- Not by the scores alone: one may have been lost.
  if #rest == 0 and call('EXISTS', queue) == 0 then call('DEL', tries) end
  return take()
end

-- Without its last try a waiter would pass for one of Redisson's: those are kept for longer than any score.
local function keep_tries(score)
  local tries_life_ms = score - now + patience_ms + SILENT_MS
  if call('PTTL', tries) < tries_life_ms then call('PEXPIRE', tries, digits(tries_life_ms)) end
end

-- The fast path: the lock is free, nothing is known of this hold, and nobody waits, or this owner is the first.
if call('EXISTS', lock, owner_state, record or owner_state) == 0 then
  -- Taken before it is looked at: that is one command less.
  local head = call('LPOP', queue)
  if not head then return take() end
  if head == owner then return first_takes() end
  call('LPUSH', queue, head)
else
  load_state()
  local answer = settled()
  if answer then return answer end
end

local left = time_left()
read_time()
local place = call('LPOS', queue, owner)
-- A sign of life. Without an earlier one, the last tries have run out or were lost, and nobody knows who is ours.
local unknown = place and call('ZADD', tries, digits(now), owner) == 1
if unknown then keep_tries(now + (place + 1) * patience_ms) end
drop_silent()
local head, head_until = head_of_queue()
if left == -2 and not head then
  call('DEL', tries)
  return take()
end
if left == -2 and head == owner then
  call('LPOP', queue)
  return first_takes()
end
if swept then
  place = call('LPOS', queue, owner)
  -- The lock is free for one who may be asleep, and did not come first before.
  if left == -2 then notify(ARGV[9], head) end
end

if last then
  if place then
    leave({ [owner] = true })
    call('ZREM', tries, owner)
  end
  remember_end('refused', life_ms)
  return { 'busy', nonce, left, place and place + 1 or 0, -1 }
end

local known = place and tonumber(call('ZSCORE', scores, owner) or nil)
local score = known
if not place then
  local tail = call('LINDEX', queue, -1)
  score = (tail and call('ZSCORE', scores, tail) or now + math.max(left, 0)) + patience_ms
  place = call('RPUSH', queue, owner) - 1
  call('ZADD', tries, digits(now), owner)
end
local full = now + (place + 1) * patience_ms
if not score or score < full - patience_ms + LEAST_AHEAD_MS then score = full end
if score ~= known then
  local moved = { digits(score), owner }
  -- Redisson's waiters right behind it stay as far behind: they come nearer by its whole patience when its turn has
  -- come.
  for _, waiter in ipairs(known and not unknown and call('LRANGE', queue, place + 1, -1) or {}) do
    if call('ZSCORE', tries, waiter) then break end
    local theirs = call('ZSCORE', scores, waiter)
    if theirs then
      table.insert(moved, digits(theirs + score - known))
      table.insert(moved, waiter)
    end
  end
  call_in_batches('ZADD', scores, moved)
  keep_tries(score)
end
-- Held, the lock may be free when its lease ends; free, when whoever is first counts as gone.
return { 'busy', nonce, left, place + 1, left == -2 and head_until + 1 - now or left }
