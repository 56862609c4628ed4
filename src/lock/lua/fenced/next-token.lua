-- Included by the scripts that issue tokens. Expects `token_key`, the key of the latest token (Redisson's).
-- Java's long. This token cannot be incremented.
local MOST = '9223372036854775807'

-- Empty text counts as no token.
local function read_token()
  local latest = read('GET', token_key)
  return latest ~= '' and latest
end

local function is_token(text)
  return string.find(text, '^%d+$') and (#text < #MOST or (#text == #MOST and text <= MOST))
end

-- Returns the time of Redis in microseconds, so that tokens rise even if Redis lost its data. If the clock is behind
-- the latest token, returns one more than that token. `clock`: the reply to TIME.
local function next_token(latest, clock)
  local token = clock[1] .. string.format('%06d', clock[2])
  latest = latest or ''
  -- Compare text: Lua's numbers are exact only up to 2^53.
  local is_older = #latest < #token or (#latest == #token and latest < token)
  if is_older then call('SET', token_key, token) else call('INCR', token_key) end
  if latest == '' then undo('UNLINK', token_key) else undo('SET', token_key, latest) end
  return is_older and token or read('GET', token_key)
end
