-- Included by the scripts of the fair lock: who waits, in Redisson's queue. Expects `call`, and `patience_ms`.
-- KEYS 3 queue: a list of owners, the first is next (Redisson's)
--      4 scores: owner -> until when it may be first and silent, epoch ms. Redisson's: behind another, that one's and the own
--        patience more
--      5 last tries: owner -> when it last tried, epoch ms. Ours: Redisson's waiters are not in it
-- Redisson takes the time from its clients; here it is that of Redis.
local queue, scores, tries = KEYS[3], KEYS[4], KEYS[5]
-- A waiter of ours that has not tried for so long is gone: it tries every 5 s at the latest.
local SILENT_MS = 15000
local now
local swept = false

local function read_time()
  local time = call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

local function digits(number)
  return string.format('%.0f', number)
end

-- `list`: score, owner, score, owner …; Lua passes only some thousand arguments at once.
local function set_scores(list)
  for at = 1, #list, 2000 do
    call('ZADD', scores, unpack(list, at, math.min(at + 1999, #list)))
  end
end

-- Takes waiters out, wherever they stand: each behind one of them comes nearer by that one's patience.
local function leave(leaving)
  local score_of = {}
  local all = call('ZRANGE', scores, 0, -1, 'WITHSCORES')
  for at = 1, #all, 2 do
    score_of[all[at]] = all[at + 1]
  end
  local nearer_ms, moved = 0, {}
  for _, waiter in ipairs(call('LRANGE', queue, 0, -1)) do
    if leaving[waiter] then
      nearer_ms = nearer_ms + patience_ms
      call('LREM', queue, 0, waiter)
      call('ZREM', scores, waiter)
    elseif nearer_ms > 0 and score_of[waiter] then
      table.insert(moved, digits(score_of[waiter] - nearer_ms))
      table.insert(moved, waiter)
    end
  end
  set_scores(moved)
end

-- Ours that are gone cost the others no more than SILENT_MS, however many they are.
local function drop_silent()
  local silent = call('ZRANGEBYSCORE', tries, '-inf', digits(now - SILENT_MS))
  if #silent == 0 then return end
  local leaving = {}
  for _, waiter in ipairs(silent) do
    leaving[waiter] = true
  end
  leave(leaving)
  call('ZREM', tries, unpack(silent, 1, math.min(#silent, 2000)))
  swept = true
end

-- When a waiter of ours last tried; false when that is too long ago, and for Redisson's.
local function tried_at(waiter)
  local tried = call('ZSCORE', tries, waiter)
  return tried and tonumber(tried) > now - SILENT_MS and tonumber(tried)
end

-- Redisson's sweep: who is first and whose score has passed is dropped. Unlike there, also who has no score, which would stop
-- the queue for ever; but nobody of ours who lives. Returns who is first then, or false.
local function head_of_queue()
  -- Ends with one that may stay, or with the queue.
  while true do
    local head = call('LINDEX', queue, 0)
    if not head then return false end
    if not now then read_time() end
    local score = call('ZSCORE', scores, head)
    if (score and tonumber(score) > now) or tried_at(head) then return head end
    call('LPOP', queue)
    call('ZREM', scores, head)
    swept = true
  end
end

-- `channels`: that of each waiter, up to its owner.
local function tell(channels, waiter)
  if waiter then call('PUBLISH', channels .. waiter, '0') end
end
