-- Included after lock-hash.lua, clock.lua and standing.lua by the scripts that free a lock: grants it to a waiter that
-- stands, in the same run.
-- With locked keys (src/lock/redis/key-locking.ts) nothing is granted, because these keys are outside KEYS: the owner
-- states of waiters, and the latest token.
-- @include call-first.lua
-- @include give.lua
local token_key
-- @include ../fenced/next-token.lua
-- Waiters that do not stand, such as Redisson's, find the lock free for a moment at least this often.
local UNTOLD_MS = 1000

-- Returns whether the next token can be issued, and the latest one.
local function token_state()
  token_key = 'redisson_lock_token:' .. string.match(standing, '^[^:]+:[^:]*:standing:(.*)$')
  local done, latest = pcall(read_token)
  return done and (not latest or (is_token(latest) and latest ~= MOST)), latest
end

-- Returns the owner, how long the grant counts, and its token. Nil: this hold has ended, or was granted before, or has
-- no token.
local function grant(since, mailbox, owner, lease_ms, life_ms, how, about)
  local has_next, latest = true, nil
  if how == 't' then
    has_next, latest = token_state()
  end
  -- Its own attempt tells its caller what is wrong.
  if not has_next then return tell(mailbox, 'try', owner, 0) end
  local confirm_ms = give(owner, lease_ms, life_ms, about)
  if not confirm_ms then return end
  local token = how == 't' and next_token(latest, time) or nil
  tell(mailbox, 'granted', owner, digits(now), confirm_ms, digits(since), token)
  return { owner, confirm_ms, token }
end

-- Publishes a release while some stand, who are called. The first message says so to waiters that stand and also follow
-- this channel. It is a number, as Redisson expects it, but none that it knows.
local function publish_served(channel)
  publish(channel, '1000000')
  publish(channel, '0')
end

local function leave_free(channel)
  publish_served(channel)
  pcall(call_first, 0)
end

-- Expects that somebody may stand.
local function serve(channel, since)
  if not now then read_time() end
  since = math.min(tonumber(since) or now, now)
  if KEYS.locked or now - since >= UNTOLD_MS then return leave_free(channel) end
  -- Ends with a grant, with a waiter that must attempt by itself, with the list, or after too many.
  while tried < MOST_TRIED do
    tried = tried + 1
    local text = call('LPOP', standing)
    if not text then
      publish(channel, '0')
      return
    end
    local mark, mailbox, owner, lease_ms, life_ms, how, about = live(text)
    if mark == '~' and is_open(owner) then
      publish_served(channel)
      tell(mailbox, 'try', owner, 0)
      call_first(CALLED_MS)
      return
    end
    local granted = mark == '' and grant(since, mailbox, owner, lease_ms, life_ms, how, about)
    if granted then
      -- The waiter has been told.
      pcall(hint_first, 'next', granted[2])
      return granted
    end
  end
  leave_free(channel)
end

-- Grants the freed lock, or publishes the release. `deleted`: how many keys were deleted, the lock and its flag.
-- `since`: when a release of this lock was last published, Redis' epoch ms; "" or nil: just now. Returns what grant()
-- returns, or nil.
local function freed(channel, deleted, since)
  tried = 0
  if deleted == 2 then
    -- Nothing may keep the message back: the list may be a key of another type, or Redis full.
    local done, granted = try(serve, channel, since)
    if done then return granted end
    -- A waiter that heard nothing of its grant loses it after a few seconds.
    if redis.pcall('EXISTS', lock) == 1 then return end
  end
  publish(channel, '0')
end
