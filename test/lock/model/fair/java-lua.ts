// The same on Redis: the effect of the scripts of Redisson's fair lock, in an independent implementation. KEYS 1 lock 2
// queue 3 scores; ARGV 1 operation 2 holder 3 ms its clock is ahead 4 lease, ms 5 wait, ms 6 channels
export const JAVA = `
local lock, queue, scores = KEYS[1], KEYS[2], KEYS[3]
local op, holder, lease, wait = ARGV[1], ARGV[2], ARGV[4], tonumber(ARGV[5])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[3])
local function first() return redis.call('LINDEX', queue, 0) end
local function tell()
  if first() then redis.call('PUBLISH', ARGV[6] .. first(), '0') end
end
local function count(by)
  local counted = redis.call('HINCRBY', lock, holder, by)
  if counted > 0 then redis.call('PEXPIRE', lock, lease) end
  return counted
end

if op == 'giveUp' then
  local mine = false
  for _, waiter in ipairs(redis.call('LRANGE', queue, 0, -1)) do
    if mine then redis.call('ZINCRBY', scores, -wait, waiter) end
    if waiter == holder then mine = true end
  end
  redis.call('LREM', queue, 0, holder)
  redis.call('ZREM', scores, holder)
  return false
end

while first() do
  local score = redis.call('ZSCORE', scores, first())
  if not score or tonumber(score) > now then break end
  redis.call('ZREM', scores, redis.call('LPOP', queue))
end

local free = redis.call('EXISTS', lock) == 0
if op == 'forceUnlock' then
  redis.call('DEL', lock)
  if not free then tell() end
  return free and 0 or 1
end
local mine = redis.call('HEXISTS', lock, holder) == 1
if op == 'unlock' then
  if not free and not mine then return false end
  if not free and count(-1) > 0 then return 0 end
  redis.call('DEL', lock)
  tell()
  return 1
end

if free and (not first() or first() == holder) then
  redis.call('LPOP', queue)
  redis.call('ZREM', scores, holder)
  for _, waiter in ipairs(redis.call('ZRANGE', scores, 0, -1)) do redis.call('ZINCRBY', scores, -wait, waiter) end
  mine = true
end
if mine then
  count(1)
  return false
end
if op == 'tryLock' then return 1 end
local left = redis.call('PTTL', lock)
if redis.call('ZSCORE', scores, holder) then return math.max(0, left) end
local tail = redis.call('LINDEX', queue, -1)
local before = tail and tail ~= holder and redis.call('ZSCORE', scores, tail)
local after = before and before - now or left
redis.call('ZADD', scores, string.format('%.0f', after + wait + now), holder)
redis.call('RPUSH', queue, holder)
return after
`;
