-- Included by the scripts of the fair lock: the waiters, in Redisson's queue. Expects `patience_ms`.
-- KEYS 3 queue: a list of owners, the first is next (Redisson's)
--      4 scores: owner -> until when it may be first and silent, epoch ms (Redisson's). Behind another waiter: the
--        score of that one and its own patience
--      5 last attempts: owner -> time of its last attempt, epoch ms. Ours: Redisson's waiters are not in it
-- Redisson takes the time from its clients; here it is that of Redis.
local queue, scores, tries = KEYS[3], KEYS[4], KEYS[5]
-- A waiter of ours without an attempt for this long is presumed dead: a live one tries at least every 5 s.
local SILENT_MS = 15000
-- Lua passes only a few thousand arguments at once.
local MOST = 2000
-- A queue with more waiters is long. There, a script moves only scores that others read: those of Redisson's waiters,
-- and the last one, from which the score of the next waiter follows. Any other score of ours stays too high until its
-- waiter is near the first. It decides nothing while a client of ours asks: its last attempt does.
local MOST_MOVED = 100
-- From a long queue, at most this many waiters are removed one by one.
local MOST_SINGLE = 10
local swept = false
-- @include ../lock/clock.lua

-- Runs a command with a list of arguments, of any even length.
local function call_in_batches(command, key, list)
  for at = 1, #list, MOST do
    call(command, key, unpack(list, at, math.min(at + MOST - 1, #list)))
  end
end

-- Returns Redisson's waiters and their scores.
local function theirs()
  return read('ZDIFF', 2, scores, tries, 'WITHSCORES')
end

local function last_waiter()
  local last = read('LINDEX', queue, -1)
  return last, tonumber(last and read('ZSCORE', scores, last) or nil)
end

-- Removes `many` waiters of ours, the keys of `leaving`, from any place. Each waiter behind one of them moves nearer by
-- that one's patience.
local function leave(leaving, many)
  local waiters = read('LRANGE', queue, 0, MOST_MOVED)
  local is_long = #waiters > MOST_MOVED
  local moving = is_long and theirs() or read('ZRANGE', scores, 0, -1, 'WITHSCORES')
  local score_of, last, last_score = {}, nil, nil
  for at = 1, #moving, 2 do
    score_of[moving[at]] = moving[at + 1]
  end
  if is_long then
    last, last_score = last_waiter()
    waiters = (#moving > 0 or many > MOST_SINGLE) and read('LRANGE', queue, 0, -1)
  end
  local nearer_ms, moved, gone, rest = 0, {}, {}, {}
  for _, waiter in ipairs(waiters or {}) do
    if leaving[waiter] then
      nearer_ms = nearer_ms + patience_ms
      table.insert(gone, waiter)
    else
      table.insert(rest, waiter)
      if nearer_ms > 0 and score_of[waiter] then
        table.insert(moved, digits(score_of[waiter] - nearer_ms))
        table.insert(moved, waiter)
      end
    end
  end
  if not waiters then
    for waiter in pairs(leaving) do
      if call('LREM', queue, 0, waiter) > 0 then table.insert(gone, waiter) end
    end
  elseif #gone == 1 then
    call('LREM', queue, 0, gone[1])
  elseif #gone > 1 then
    -- LREM would scan the whole list for each.
    call('DEL', queue)
    call_in_batches('RPUSH', queue, rest)
  end
  call_in_batches('ZREM', scores, gone)
  if last_score then
    local aim = last_score - #gone * patience_ms
    last, last_score = last_waiter()
    if last_score and last_score > aim and not score_of[last] then
      table.insert(moved, digits(aim))
      table.insert(moved, last)
    end
  end
  call_in_batches('ZADD', scores, moved)
  if waiters and #rest == 0 then call('DEL', tries) end
end

-- Removes all silent waiters of ours at once: however many died, they cost the others at most SILENT_MS.
local function drop_silent()
  local silent = read('ZRANGEBYSCORE', tries, '-inf', digits(now - SILENT_MS))
  if #silent == 0 then return end
  local leaving = {}
  for _, waiter in ipairs(silent) do
    leaving[waiter] = true
  end
  leave(leaving, #silent)
  call_in_batches('ZREM', tries, silent)
  swept = true
end

-- Redisson's sweep: drops the first waiter if its score has passed. Unlike Redisson, also drops a waiter without a
-- score, which would block the queue for ever. Drops a waiter of ours only if it is presumed dead. Returns the first
-- waiter that remains, until when it may stay, and whether it is ours; or false.
local function head_of_queue()
  -- Ends with a waiter that may stay, or with an empty queue: each other waiter is dropped.
  while true do
    local head = read('LINDEX', queue, 0)
    if not head then return false end
    if not now then read_time() end
    local tried = tonumber(read('ZSCORE', tries, head) or nil)
    if tried and tried > now then
      -- The clock of Redis was set back: attempts that are now in the future count as made just now.
      local ahead = {}
      for _, waiter in ipairs(read('ZRANGEBYSCORE', tries, '(' .. digits(now), '+inf')) do
        table.insert(ahead, digits(now))
        table.insert(ahead, waiter)
      end
      -- Also in a full Redis: the first waiter must still be told.
      write('ZADD', tries, ahead[1], ahead[2])
      call_in_batches('ZADD', tries, ahead)
      tried = now
    end
    local score = not tried and tonumber(read('ZSCORE', scores, head) or nil)
    local until_ms = tried and tried + SILENT_MS or score or 0
    if until_ms > now then return head, until_ms, tried ~= nil end
    if tried then
      drop_silent()
    else
      call('LPOP', queue)
      call('ZREM', scores, head)
      swept = true
    end
  end
end
