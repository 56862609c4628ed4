-- @use lib/state

-- Requests that change a number, once each. A copy, however late, gets the first answer.
-- KEYS 1 the changed key   2 record of this request: its answer
-- error NOT_A_LOCK   the key holds something else, and is unchanged

-- Returns the text of a counter, checked; false: there is none. Raises NOT_A_LOCK.
local function counter(text)
  if not text then return false end
  if #text > 16 or not (text == '0' or string.find(text, '^%-?[1-9]%d*$')) then error('NOT_A_LOCK 1') end
  return text
end

local function answer(number)
  return { 'done', nonce, tonumber(number) }
end

-- Records the answer, and returns it. Call it before the effect: otherwise a repeated request would have the effect
-- again if Redis refused the record. `set`: `write`, or `call` if a full Redis may refuse the effect.
local function done(number, set)
  set('SET', record, number, 'PX', life_ms)
  undo('UNLINK', record)
  return answer(number)
end

-- @block once
local key, record, nonce, life_ms = KEYS[1], KEYS[2], ARGV.nonce, ARGV.life_ms
local value, stored = unpack(read('MGET', key, record))
if stored then return answer(stored) end
-- MGET returns nothing for a key of another type; GET raises an error.
value = counter(value or read('GET', key))
