-- Included after hold-state.lua and lock-hash.lua by the scripts that act on all holds of one owner, once per request.
-- KEYS 1 lock hash   2 owner state   `record`: the answer of this request
-- ARGV 1 nonce   2 field of the owner, whom a caller passed   3 request id   4 record life, ms
-- reply {"done", nonce, 1 | 0}   1: the owner had the lock; a repeated request gets the first answer
-- error NOT_A_LOCK   also for a lock of another mode
load_state()

local function answer(had)
  return { 'done', nonce, tonumber(had) }
end

-- Records the answer, and returns it. Call it before the effect.
local function done(had)
  write('SET', record, had, 'PX', ARGV[4])
  undo('UNLINK', record)
  return answer(had)
end

-- Answers a renewal with the epoch of the holds that it renewed. A repeated request gets none.
local function renewed()
  done(1)
  return { 'done', nonce, 1, epoch }
end

-- Returns the owner's hold count, or false. `is_plain`: of a lock with one owner at a time.
local function held_count(is_plain)
  look()
  if mode and (mode == 'plain') ~= is_plain then refuse(lock) end
  if mode then time_left() end
  return count and tonumber(count)
end
