-- @use lib/state lib/waiters lib/lock-hash
-- @open me releases lock

-- The waiters of a fair read/write lock, in a queue of ours. A script supplies `lock`, `releases`, the channel of
-- releases, and `me`, its waiter, or "".
-- KEYS 3 queue: waiter -> its number, which counts arrivals
--      4 writers: those of the queue that want to write, with the same numbers
--      5 last attempts: waiter -> time of its last attempt, epoch ms
-- A waiter is "<r | w>|<hold id>|<listener>|<owner, if the caller passed it>|<label>", the same in all its attempts.
-- The listener tells where its isolate hears that it may acquire:
--   six digits: the isolate, on the lock's channel of releases, with Redisson. Its messages are numbers, as Redisson's
--     "2<isolate><number>": the writer with this number may acquire
--     "3<isolate>[<number>]": all readers may, or those with a smaller number
--   "<head>:wake:<id>": the address of a channel of its own, with "2<number> <lock>" and "3[<number>] <lock>"
-- A message is a hint: a waiter whose message is lost attempts when it looks again.

local queue, writers, tries = KEYS[3], KEYS[4], KEYS[5]
-- A waiter without an attempt for this long is presumed dead: a live one makes an attempt at least every 5 s.
local SILENT_MS = 15000
-- How long the queue lives after an attempt.
local KEPT_MS = 60000
-- An attempt makes a queue live longer if less than this is left of its life.
local RENEWED_BELOW_MS = 45000
-- The most waiters that one run presumes dead.
local MOST_DROPPED = 64
-- The most readers that one run tells. Each reader that acquires then tells the one that moves into their number.
local WINDOW = 256
local dropped = false
local WAKE = '^' .. HEAD .. ':wake:[%w-]+$'

local function is_writer(waiter)
  return string.sub(waiter, 1, 1) == 'w'
end

-- Removes a waiter. Returns whether it was in the queue.
local function leave(waiter)
  if call('ZREM', queue, waiter) == 0 then return false end
  call('ZREM', tries, waiter)
  if is_writer(waiter) then call('ZREM', writers, waiter) end
  return true
end

-- Returns the time of a waiter's last attempt, which was `time` then: the clock of Redis may have been set back since.
local function tried_at(waiter, time)
  local tried = tonumber(time or 0)
  if tried <= now then return tried end
  call('ZADD', tries, digits(now), waiter)
  return now
end

-- Returns the first waiter of `line` that lives, its number, and when it will count as dead. Drops those before it.
-- False: there is none. "more": there are too many dead ones for one run. `asking`: this waiter lives.
local function first_alive(line, asking)
  local front = read('ZRANGE', line, 0, 0, 'WITHSCORES')
  if #front == 0 then return false end
  if front[1] == asking then return asking end
  if not now then read_time() end
  local tried = tried_at(front[1], read('ZSCORE', tries, front[1]))
  if tried > now - SILENT_MS then return front[1], tonumber(front[2]), tried + SILENT_MS end
  -- Where one is dead, there may be more.
  front = read('ZRANGE', line, 0, MOST_DROPPED - 1, 'WITHSCORES')
  local waiters, dead, alive = {}, {}, nil
  for at = 1, #front, 2 do table.insert(waiters, front[at]) end
  local times = read('ZMSCORE', tries, unpack(waiters))
  for at, waiter in ipairs(waiters) do
    tried = tried_at(waiter, times[at])
    if tried > now - SILENT_MS then
      alive = at
      break
    end
    table.insert(dead, waiter)
  end
  dropped = true
  for _, key in ipairs({ queue, writers, tries }) do call('ZREM', key, unpack(dead)) end
  if alive then return waiters[alive], tonumber(front[2 * alive]), tried + SILENT_MS end
  return #waiters == MOST_DROPPED and 'more'
end

-- Tells one isolate. `what`: "2" or "3"; `number`: as text, "" for all readers.
local function tell(waiter, what, number)
  local listener = string.match(waiter, '^.|[^|]*|([^|]*)|')
  if string.find(listener, '^%d%d%d%d%d%d$') then
    publish(releases, what .. listener .. number)
  elseif string.find(listener, WAKE) then
    publish(channel_at(listener), what .. number .. ' ' .. lock)
  end
  return listener
end

-- Tells those who may acquire next: the first writer if the lock is free, or all readers before the first writer, one
-- message for each isolate. `open`: "free"; "read": readers hold the lock.
local function wake(open)
  local first, number = first_alive(queue)
  if not first or first == 'more' then return end
  if is_writer(first) then
    if open == 'free' then tell(first, '2', digits(number)) end
    return
  end
  local before = read('ZRANGE', writers, 0, 0, 'WITHSCORES')[2]
  local told = {}
  for _, reader in ipairs(read('ZRANGE', queue, '-inf', before and '(' .. before or '+inf', 'BYSCORE', 'LIMIT', 0, WINDOW)) do
    local listener = string.match(reader, '^.|[^|]*|([^|]*)|')
    if not told[listener] then told[tell(reader, '3', before or '')] = true end
  end
end

-- Tells the reader that moved into the window when another left it. `before`: the number of the first writer, or false.
local function tell_next(before)
  local next_one = read('ZRANGE', queue, WINDOW - 1, WINDOW - 1, 'WITHSCORES')
  if next_one[1] and (not before or tonumber(next_one[2]) < before) then
    tell(next_one[1], '3', before and digits(before) or '')
  end
end

-- Removes a waiter that asks no more. Others may have waited for it alone.
local function quit(waiter)
  if not leave(waiter) then return end
  local mode_now = read('HGET', lock, 'mode')
  if mode_now ~= 'write' then wake(mode_now and 'read' or 'free') end
end

-- Adds the waiter to the end of the queue, or notes that it lives. Returns its place, and its number if it is new,
-- else 0.
local function wait_on(waiter)
  if not now then read_time() end
  local place, number = read('ZRANK', queue, waiter), 0
  if not place then
    local tail = read('ZRANGE', queue, -1, -1, 'WITHSCORES')
    number = (tonumber(tail[2]) or 0) + 1
    call('ZADD', queue, digits(number), waiter)
    if is_writer(waiter) then call('ZADD', writers, digits(number), waiter) end
    place = read('ZCARD', queue) - 1
  end
  call('ZADD', tries, digits(now), waiter)
  if number > 0 or read('PTTL', tries) < RENEWED_BELOW_MS then
    for _, key in ipairs({ queue, writers, tries }) do call('PEXPIRE', key, KEPT_MS) end
  end
  return place + 1, number
end

-- Tells those who may acquire next. A queue key of another type must not prevent the release.
local function wake_next(open)
  pcall(wake, open)
end

-- The waiter of this script asks no more.
local function give_up()
  if me ~= '' then quit(me) end
end
