-- Takes the free lock when nobody is before this owner, else puts it at the end of the queue. Redisson's fair acquire, safe to repeat:
-- a late copy of a try whose caller has left does not queue again.
-- KEYS 1 lock hash   2 page   3 queue   4 scores   5 last tries   [6 record: only when the caller passed the owner]
-- ARGV 1 owner   2 hold id   3 lease, ms   4 record life, ms
--      5 "1": the caller will not ask again, so a refusal is remembered and final, and it leaves the queue; "0": it may ask again
--      6 "1": not reentrant   7 patience, ms   8 channel of each waiter, up to its owner
-- reply {"held", hold id, hold count, remaining ms, epoch}   as the plain lock's
--       {"busy", hold id, remaining ms, place, ms}   remaining: -2 the lock is free, and others come first; -1 it has no TTL
--                                                    place: 1 is next, 0 not in the queue
--                                                    ms until another try may succeed untold; -1: not before it is told
--       {"ended", hold id, how}   as the plain lock's
-- @include ../lock/hold-state.lua
record = KEYS[6]
local patience_ms = tonumber(ARGV[7])
-- @include ../lock/taking.lua
-- @include queue.lua
-- Long enough for some of its tries to be lost: a waiter that lives is not dropped by Redisson, which looks at scores only.
local LEAST_AHEAD_MS = 30000

-- The first has its turn: all others come nearer by its patience. ZPOPMIN takes it and them in one command, and them with ZADD back,
-- so that the bill does not grow with the queue, as it does in Redisson.
local function first_takes()
  local all = call('ZPOPMIN', scores, 1000000)
  local rest = {}
  for at = 1, #all, 2 do
    if all[at] ~= owner then
      table.insert(rest, digits(all[at + 1] - patience_ms))
      table.insert(rest, all[at])
    end
  end
  set_scores(rest)
  return take()
end

-- The fast path: the lock is free, nothing is known of this hold, and nobody waits, or this owner is the first.
if call('EXISTS', lock, page, record or page) == 0 then
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

read_time()
if not last then
  call('ZADD', tries, digits(now), owner)
  call('PEXPIRE', tries, 4 * SILENT_MS)
end
drop_silent()
local head = head_of_queue()
local left = call('PTTL', lock)
if left == -2 and not head then return take() end
if left == -2 and head == owner then
  call('LPOP', queue)
  return first_takes()
end
-- The lock is free for one who may be asleep, and did not come first before.
if left == -2 and swept then tell(ARGV[8], head) end

local place = call('LPOS', queue, owner)
if last then
  if place then
    leave({ [owner] = true })
    call('ZREM', tries, owner)
  end
  remember_end('refused', life_ms)
  return { 'busy', hold, left, place and place + 1 or 0, -1 }
end
if place then
  local score = call('ZSCORE', scores, owner)
  if not score or tonumber(score) < now + place * patience_ms + LEAST_AHEAD_MS then
    call('ZADD', scores, digits(now + (place + 1) * patience_ms), owner)
  end
else
  local tail = call('LINDEX', queue, -1)
  local after = tail and call('ZSCORE', scores, tail) or now + math.max(left, 0)
  call('ZADD', scores, digits(after + patience_ms), owner)
  place = call('RPUSH', queue, owner) - 1
end
-- Only the first can take the lock when its lease ends. Who is not waits for that one, or until it counts as gone.
if place == 0 then return { 'busy', hold, left, 1, left } end
if left ~= -2 then return { 'busy', hold, left, place + 1, -1 } end
local tried = tried_at(head)
local gone_at = tried and tried + SILENT_MS or tonumber(call('ZSCORE', scores, head))
return { 'busy', hold, left, place + 1, gone_at + 1 - now }
