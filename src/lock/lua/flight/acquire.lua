-- Finds the result of a single flight, or acquires its lock for a new owner, as the plain lock's script does.
-- KEYS 1 lock hash   2 owner state   3 result: "=" and a value; or "!", the owner that failed, "|" and its error
-- ARGV as the plain lock's   9 owner whose result the caller has waited for, or ""
-- reply {"found", nonce, result, remaining ms}       the value; or the error of the owner in ARGV 9
--       {"held", nonce, hold count, remaining ms, epoch}, {"ended", nonce, how}   as the plain lock's; lost also:
--           an earlier copy found a result, which has expired
--       {"busy", nonce, remaining ms, owner}         this owner runs it
-- @include ../lock/hold-state.lua
record = nil
-- @include ../lock/lock-hash.lua
-- @include ../lock/exclusive-acquire.lua
-- @include ../lock/grant.lua
local failed = '!' .. ARGV[9] .. '|'
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
