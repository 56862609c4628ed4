-- @use lib/state lib/lock-hash lib/grant lib/exclusive lib/waiters

-- The fenced lock: the plain lock's scripts, with a token for each holder.

local token_key = KEYS[3]

-- Adds the token to the answer.
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
-- latest token. The holder of the lock has that token. If another program deleted it, the next one comes from the
-- clock: it is higher unless the deleted one was ahead of the clock.
local function settled_with_token()
  load_state()
  -- settled() adds a hold only for a new hold of a passed owner: read the token before that.
  local latest = record and hold_mark == '' and latest_token()
  local answer = settled()
  if answer and answer[1] == 'held' then with_token(answer, latest or latest_token() or next_token(nil, read('TIME'))) end
  return answer, latest
end

-- As those of the plain lock, with the token:

-- Returns the answer in fewer commands if it depends on little, else nil.
local function quick_answer()
  if record then return read('EXISTS', lock, owner_state, record) == 0 and take_with_token(latest_token()) end
  local left = left_of_others(ARGV.attempt ~= '2')
  return left == -2 and take_new_with_token() or refuse_new(left)
end

local function full_answer()
  local answer, latest = settled_with_token()
  if answer then return answer end
  local left = time_left()
  if left == -2 then
    -- Another owner's lease ended just now.
    if not record then latest = latest_token() end
    return take_with_token(latest)
  end
  if is_last() then remember_end('refused', life_ms) end
  return { 'busy', nonce, left }
end

local function answer()
  return with_holder(quick_answer() or full_answer())
end

-- @script acquire
-- Acquires the lock as the plain lock's script does, and issues a token higher than all before to each holder of the
-- free lock. Redisson's fenced acquire, safe to repeat. Redisson raises the token on re-entry, too.
-- KEYS lock, owner_state, token, [record]
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, attempt, non_reentrant, about
--   token: the latest one (Redisson's)   record: only when the caller passed the owner
--   as the plain lock's
-- reply {"held", nonce, hold count, remaining ms, epoch, token}   token: decimal digits; the same as long as the lock
--     is held
--       {"busy", …}, {"ended", …}   as the plain lock's
record = KEYS[4]
return answer()

-- @script acquire-standing
-- Acquires the fenced lock as acquire does, for a new owner whose isolate has an open mailbox. As the plain lock's
-- acquire-standing.
-- KEYS lock, owner_state, token, standing, flag
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, attempt, non_reentrant, about, listed, request, counts, probe
--   as the plain lock's acquire-standing
-- reply {"held", …}, {"ended", …}   as acquire's
--       {"busy", …}   as the plain lock's acquire-standing
-- @with lib/stand
record = nil
return answer_or_stand()

-- @script steal
-- Acquires the lock even if others hold it, as the plain lock's steal, and issues a token higher than all before.
-- KEYS lock, owner_state, token, [record]
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, attempt, non_reentrant, about, theft, told_on
--   as the plain lock's steal
-- reply {"held", nonce, hold count, remaining ms, epoch, token, [fields]}   fields: as the plain lock's steal
--       {"ended", nonce, how}   never {"busy", …}
-- error NOT_A_LOCK   also for a latest token that has no next one
-- @with lib/steal
record = KEYS[4]
local theft, told_on = ARGV.theft, ARGV.told_on
local take_first, known = take_new_with_token, settled_with_token
local function take_free()
  return take_with_token(latest_token())
end
local function steal(left)
  if mode ~= 'plain' then refuse(lock) end
  -- Read this before anything is written.
  local latest = latest_token()
  if latest == MOST then refuse(token_key) end
  return take_away(left, function()
    return take_with_token(latest)
  end)
end
return answer()
