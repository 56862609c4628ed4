-- @use lib/state lib/lock-hash lib/waiters
-- @open patience_ms lock

-- The waiters of a fair lock, in Redisson's queue. A script supplies `patience_ms`.
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

-- Removes the score of `first`, which has left: the others move nearer by its patience. ZPOPMIN removes them in one
-- command, and ZADD puts them back. So the bill does not grow with the queue, as it does in Redisson.
local function first_left(first)
  local near = call('ZPOPMIN', scores, MOST_MOVED + 1)
  local before, moved, left = {}, {}, false
  for at = #near, 1, -1 do table.insert(before, near[at]) end
  if #near > 0 then undo('ZADD', scores, unpack(before)) end
  local function move(list)
    for at = 2, #list, 2 do
      if list[at - 1] == first then
        left = true
      else
        table.insert(moved, digits(list[at] - patience_ms))
        table.insert(moved, list[at - 1])
      end
    end
  end
  move(near)
  if #near > 2 * MOST_MOVED then
    if not left then call('ZREM', scores, first) end
    move(theirs())
    move({ last_waiter() })
  end
  call_in_batches('ZADD', scores, moved)
  -- Check the queue as well: a score may have been lost. The waiter's last attempt stays, and is dropped later: to
  -- remove it here would cost a command.
  if #moved == 0 and read('EXISTS', queue) == 0 then call('DEL', tries) end
end

-- Waiters are called by the mailbox of their isolate, if they left a request, or on their own channels, as Redisson's.
-- The requests, texts as in lib/waiters.lua, are outside KEYS. With locked keys (src/lock/redis/key-locking.ts) there
-- are none.

-- Returns the request of a waiter, or nil. The key may be of another type.
local function request_of(waiter)
  if KEYS.locked then return end
  local text = redis.pcall('GET', (string.gsub(state_key_of(waiter), '^([^:]+:[^:]*):owner:', '%1:waiter:')))
  return type(text) == 'string' and text or nil
end

-- Returns whether there is a mailbox in the request.
local function tell_by(request, ...)
  local mailbox = string.match(request or '', '^~?(' .. MAILBOX .. ') ')
  if mailbox then tell(mailbox, ...) end
  return mailbox
end

-- Calls a waiter to attempt. `channels`: prefix of the waiters' channels. `request`: as request_of() returns it.
local function call_waiter(channels, waiter, request)
  if not tell_by(request, 'try', waiter, 0) then publish(channels .. waiter, '0') end
end

-- A freed lock is granted to the first waiter of the queue, in the same run, or that waiter is called.

-- Tells the waiter behind a granted one, in case that this one does not hear of it. Redisson's sleeps until its score,
-- or for as long as the lease was that ended: it must learn the short one.
local function tell_next(channels, confirm_ms)
  local waiter = read('LINDEX', queue, 0)
  if not waiter or tell_by(request_of(waiter), 'next', waiter, confirm_ms) then return end
  if read('ZSCORE', tries, waiter) then return end
  call('ZADD', scores, 'XX', 'LT', digits(now + confirm_ms + patience_ms), waiter)
  publish(channels .. waiter, '0')
end

-- Returns the owner and how long the grant counts. Nil: the first waiter must attempt by itself.
local function grant_first(channels, waiter, request)
  local mark, mailbox, owner, secret, lease_ms, life_ms, _, about = live(request)
  if mark ~= '' or owner ~= waiter then return end
  local confirm_ms = give_waiter(mark, owner, lease_ms, life_ms, about)
  if not confirm_ms then return end
  call('LPOP', queue)
  first_left(owner)
  tell_granted(mailbox, secret, owner, digits(now), confirm_ms, digits(now), 0, 0)
  -- The waiter has been told.
  pcall(tell_next, channels, confirm_ms)
  return { owner, confirm_ms }
end

-- Serves the first waiter of the freed lock, or else the plain lock's waiters that stand. `deleted`: how many keys were
-- deleted, the lock and the flag of that list. Returns what grant_first() returns. A key of another type, or a full
-- Redis, must not prevent the release.
local function serve_queue(channels, deleted)
  local head, request
  local done, granted = try(function()
    local _, is_ours
    head, _, is_ours = head_of_queue()
    request = is_ours and request_of(head)
    return request and grant_first(channels, head, request)
  end)
  -- Unheard, a grant ends after a few seconds.
  local is_granted = done and granted or (not done and redis.pcall('EXISTS', lock) == 1)
  if is_granted then
    if deleted == 2 then pcall(set_flag) end
    return done and granted
  end
  if head then pcall(call_waiter, channels, head, request) end
  if deleted == 2 then pcall(call_first, 0) end
end
