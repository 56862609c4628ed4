-- Takes the lock as the plain one, and gives each holder of the free lock a token that is higher than all before.
-- Redisson's fenced acquire, safe to repeat; there, a re-entry raises the token too.
-- KEYS 1 lock hash   2 owner state   3 latest token (Redisson's)   [4 record: only when the caller passed the owner]
-- ARGV as the plain lock's
-- reply {"held", nonce, hold count, remaining ms, epoch, token}   token: decimal digits; the same as long as the lock
--     is held
--       {"busy", …}, {"ended", …}   as the plain lock's
-- @include ../lock/hold-state.lua
record = KEYS[4]
-- @include ../lock/lock-hash.lua
-- @include ../lock/exclusive-acquire.lua
-- @include ../lock/grant.lua
local token_key = KEYS[3]
-- Java's long.
local MOST = '9223372036854775807'

-- Whoever holds the lock has the latest token. One that somebody deleted meanwhile is followed by that of the clock,
-- which is higher unless the deleted one was ahead of it.
local function with_token(answer, token)
  table.insert(answer, token)
  return answer
end

-- Read before anything is written: what is no number is refused, unless it is nothing at all.
local function latest_token()
  local latest = call('GET', token_key)
  if latest == '' then return false end
  if latest and not string.find(latest, '^%d+$') then refuse(token_key) end
  if latest and (#latest > #MOST or (#latest == #MOST and latest > MOST)) then refuse(token_key) end
  return latest
end

-- Microseconds of the clock of Redis, so that tokens rise although Redis lost its data; one more than the latest where
-- that clock is behind, or the latest is Java's.
local function next_token(latest)
  local time = call('TIME')
  local token = time[1] .. string.format('%06d', time[2])
  latest = latest or ''
  -- As text: Lua's numbers are exact up to 2^53 only.
  if #latest < #token or (#latest == #token and latest < token) then
    call('SET', token_key, token)
    return token
  end
  call('INCR', token_key)
  return call('GET', token_key)
end

local function take_with_token(latest)
  -- It could not be counted up.
  if latest == MOST then refuse(token_key) end
  local token = next_token(latest)
  return with_token(take(), token)
end

-- The fast path: nothing is there at all.
if call('EXISTS', lock, owner_state, record or owner_state) == 0 then return take_with_token(latest_token()) end

load_state()
-- Only a new hold of a passed owner can be counted here.
local latest = record and hold_mark == '' and latest_token()
local answer = settled()
if answer and answer[1] == 'held' then return with_token(answer, latest or latest_token() or next_token()) end
if answer then return answer end

local left = time_left()
if left == -2 then
  -- The lease of somebody else ended just now.
  if not record then latest = latest_token() end
  return take_with_token(latest)
end
if last then remember_end('refused', life_ms) end
return { 'busy', nonce, left }
