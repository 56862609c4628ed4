-- Acquires the lock as the plain lock's script does, and issues a token higher than all before to each holder of the
-- free lock. Redisson's fenced acquire, safe to repeat. Redisson raises the token on re-entry, too.
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
-- @include ../lock/new-owner.lua
-- @include ../lock/with-holder.lua
local token_key = KEYS[3]
-- Java's long.
local MOST = '9223372036854775807'

-- Adds the token to the answer. The holder of the lock has the latest token. If another program deleted it, the next
-- one comes from the clock: it is higher unless the deleted one was ahead of the clock.
local function with_token(answer, token)
  table.insert(answer, token)
  return answer
end

-- Read this before anything is written: it refuses text that is not a number. Empty text counts as no token.
local function latest_token()
  local latest = call('GET', token_key)
  if latest == '' then return false end
  if latest and not string.find(latest, '^%d+$') then refuse(token_key) end
  if latest and (#latest > #MOST or (#latest == #MOST and latest > MOST)) then refuse(token_key) end
  return latest
end

-- Returns the time of Redis in microseconds, so that tokens rise even if Redis lost its data. If the clock is behind
-- the latest token, returns one more than that token.
local function next_token(latest)
  local time = call('TIME')
  local token = time[1] .. string.format('%06d', time[2])
  latest = latest or ''
  -- Compare text: Lua's numbers are exact only up to 2^53.
  if #latest < #token or (#latest == #token and latest < token) then
    call('SET', token_key, token)
    return token
  end
  call('INCR', token_key)
  return call('GET', token_key)
end

local function take_with_token(latest)
  -- This token cannot be incremented.
  if latest == MOST then refuse(token_key) end
  local token = next_token(latest)
  return with_token(take(), token)
end

-- Nil: the answer depends on more, or there is no next token.
local function take_new_with_token()
  local valid, latest = pcall(latest_token)
  local answer = valid and latest ~= MOST and take_new()
  return answer and with_token(answer, next_token(latest))
end

if record then
  -- Fast path: none of the keys exists.
  if call('EXISTS', lock, owner_state, record) == 0 then return take_with_token(latest_token()) end
else
  local left = left_of_others(ARGV[6] ~= '2')
  local answer = left == -2 and take_new_with_token() or refuse_new(left)
  if answer then return with_holder(answer) end
end

load_state()
-- settled() adds a hold only for a new hold of a passed owner: read the token before that.
local latest = record and hold_mark == '' and latest_token()
local answer = settled()
if answer and answer[1] == 'held' then return with_token(answer, latest or latest_token() or next_token()) end
if answer then return answer end

local left = time_left()
if left == -2 then
  -- Another owner's lease ended just now.
  if not record then latest = latest_token() end
  return take_with_token(latest)
end
if last then remember_end('refused', life_ms) end
return with_holder({ 'busy', nonce, left })
