-- @use lib/state lib/lock-hash lib/grant lib/exclusive lib/hold lib/waiters

-- A single flight: one caller computes, and its result is stored for the others.

-- @script acquire
-- Finds the result of a single flight, or acquires its lock for a new owner, as the plain lock's script does.
-- KEYS lock, owner_state, result
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, attempt, non_reentrant, about, awaited
--   result: "=" and a value; or "!", the owner that failed, "|" and its error
--   nonce to about: as the plain lock's   awaited: owner whose result the caller has waited for, or ""
-- reply {"found", nonce, result, remaining ms}       the value; or the error of the owner in ARGV 9
--       {"held", nonce, hold count, remaining ms, epoch}, {"ended", nonce, how}   as the plain lock's; lost also:
--           an earlier copy found a result, which has expired
--       {"busy", nonce, remaining ms, owner}         this owner runs it
record = nil
local failed = '!' .. ARGV.awaited .. '|'
local text = read('GET', KEYS[3])
-- Ignore a result without a TTL: it would be served for ever.
local left = text and (string.sub(text, 1, 1) == '=' or string.sub(text, 1, #failed) == failed) and read('PTTL', KEYS[3]) or 0
local function found()
  return { 'found', nonce, text, left }
end

if left > 0 then
  -- A late copy of this attempt may find no result any more, and must not acquire the lock: its caller has an answer.
  if call('SET', owner_state, '|-lost', 'PX', life_ms, 'NX') then return found() end
elseif read('EXISTS', lock, owner_state) == 0 then
  return take()
end

load_state()
local answer = settled()
-- Not if an earlier copy acquired the lock: its holder runs the function.
if answer and answer[1] == 'ended' and left > 0 then return found() end
if answer then return answer end
local busy_ms = time_left()
if last then remember_end('refused', life_ms) end
return { 'busy', nonce, busy_ms, read('HKEYS', lock)[1] }

-- @script finish
-- Ends the hold of a single flight, and stores the result if the hold still counted: a lost hold overwrites nothing.
-- KEYS lock, owner_state, result, standing, flag
-- ARGV nonce, owner, hold_id, epoch, again, lease_ms, life_ms, release_id, channel, result, ttl_ms
--   standing, flag: of the plain lock
--   nonce to channel: as the plain lock's release   ttl_ms: how long the result may be served
-- reply {"ended", nonce, how}   as the plain lock's; released: by this run or an earlier one, which stored the result
--     unless Redis was full
-- @with lib/end
record = nil
local function end_last(is_quick)
  -- A full Redis stores no result, but still frees the lock.
  local is_stored, before = false, nil
  if is_quick then
    is_stored, before = pcall(call, 'SET', KEYS[3], ARGV.result, 'PX', ARGV.ttl_ms, 'GET')
  end
  if is_stored and before then undo('SET', KEYS[3], before, 'PX', ARGV.ttl_ms) end
  if is_stored and not before then undo('UNLINK', KEYS[3]) end
  local deleted = call('DEL', lock, flag)
  -- "0" would wake one waiter: the result is for all of them. Each reads it by its attempt.
  publish(ARGV.channel, '1')
  -- The list may be a key of another type.
  if deleted == 2 then pcall(call_first, 0) end
end
local function give_up() end
return end_hold(ARGV.epoch)
