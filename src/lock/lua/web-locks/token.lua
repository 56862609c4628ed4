-- Included first by batch.lua: fencing tokens of exclusive locks. The last key of a write is its lock's latest token,
-- "<token> <owner>"; the script itself does not get this key. A reply {"held", …} has the token at its end: decimal
-- digits, higher than all tokens of earlier holders, and the same as long as this owner holds the lock.
-- Longer than a clock is ever set back: without the key, the next token comes from the clock.
local TOKEN_MS = 86400000

local function token_for(key, holder)
  local latest, of = string.match(read('GET', key) or '', '^(%d+) (.*)$')
  if of == holder then return latest end
  local time = read('TIME')
  local token = time[1] .. string.format('%06d', time[2])
  -- Compare text: Lua's numbers are exact only up to 2^53.
  if latest and (#latest > #token or (#latest == #token and latest >= token)) then
    -- One more.
    local before, digit, nines = string.match(latest, '^(%d-)(%d)(9*)$')
    token = before .. (digit + 1) .. string.rep('0', #nines)
  end
  call('SET', key, token .. ' ' .. holder, 'PX', TOKEN_MS)
  return token
end

local function with_token(write)
  return function(keys, args)
    local key = table.remove(keys)
    local reply = write(keys, args)
    if reply[1] == 'held' then table.insert(reply, token_for(key, args[2])) end
    return reply
  end
end
