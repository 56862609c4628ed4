-- Included first by the scripts that change a counter without a lease, once per request: a copy, however late, gets the
-- first answer.
-- KEYS 1 the changed key   2 record of this request: its answer
-- ARGV 1 nonce   2 record life, ms
-- error NOT_A_LOCK   the key holds something else, and is unchanged
local key, record, nonce, life_ms = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
-- @include ../write.lua
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
local value, stored = unpack(read('MGET', key, record))
if stored then return answer(stored) end
-- @include counter.lua
-- MGET returns nothing for a key of another type; GET raises an error.
value = counter(value or read('GET', key))
