-- Included after new-owner.lua by the scripts that acquire the fenced lock.
-- KEYS 3 latest token (Redisson's)
local token_key = KEYS[3]
-- @include next-token.lua

-- Adds the token to the answer. The holder of the lock has the latest token. If another program deleted it, the next
-- one comes from the clock: it is higher unless the deleted one was ahead of the clock.
local function with_token(answer, token)
  table.insert(answer, token)
  return answer
end

-- Read this before anything is written: it refuses text that is not a token.
local function latest_token()
  local latest = read_token()
  if latest and not is_token(latest) then refuse(token_key) end
  return latest
end

local function take_with_token(latest)
  if latest == MOST then refuse(token_key) end
  local token = next_token(latest, read('TIME'))
  return with_token(take(), token)
end

-- Nil: the answer depends on more, or there is no next token.
local function take_new_with_token()
  local valid, latest = pcall(latest_token)
  local answer = valid and latest ~= MOST and take_new()
  return answer and with_token(answer, next_token(latest, read('TIME')))
end

-- Loads what Redis remembers of the hold. Returns the answer of settled(); for a new hold of a passed owner also the
-- latest token.
local function settled_with_token()
  load_state()
  -- settled() adds a hold only for a new hold of a passed owner: read the token before that.
  local latest = record and hold_mark == '' and latest_token()
  local answer = settled()
  if answer and answer[1] == 'held' then with_token(answer, latest or latest_token() or next_token(nil, read('TIME'))) end
  return answer, latest
end
