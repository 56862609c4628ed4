-- Acquires a fair lock as acquire.lua does, for a new owner whose isolate has an open mailbox. A refusal leaves its
-- request, by which the holder's release grants it the lock when it is the first in the queue.
-- KEYS 1 lock hash   2 owner state   3 queue   4 scores   5 last attempts   6 request
-- ARGV 1 to 10 as acquire.lua's
--      11 its request as an earlier attempt kept it, which found that all before it are ours; otherwise ""
--      12 its request
--      13 see new_request()
-- reply {"held", …}, {"ended", …}   as acquire.lua's
--       {"busy", nonce, remaining ms, place, ms, Redis' epoch ms, request as it is kept, 1 | 0}   it stands
--           1: the holder, and all before it in the queue, are ours: their releases serve the queue. So are those that
--           come before it later: nobody overtakes it
--       {"busy", …}   as acquire.lua's: a last refusal, or the request cannot be written, or the keys are locked
-- @include ../lock/hold-state.lua
record = nil
local patience_ms = tonumber(ARGV[9])
-- @include acquire-answer.lua
-- @include ../lock/new-request.lua
-- Longer than a silent waiter keeps its place.
local KEPT_MS = SILENT_MS + 5000
-- With more waiters before it, it is not known.
local MOST_LOOKED = 100

-- A theft leaves a state that begins with "!", also of a Redisson that may hold the lock again.
local function are_ours(place)
  local holder = read('HRANDFIELD', lock)
  local state = holder and read('GET', state_key_of(holder))
  if not state or string.sub(state, 1, 1) == '!' or place > MOST_LOOKED then return 0 end
  if place == 1 then return 1 end
  for _, tried in ipairs(read('ZMSCORE', tries, unpack(read('LRANGE', queue, 0, place - 2)))) do
    if not tried then return 0 end
  end
  return 1
end

local function stand(place)
  local text = new_request(ARGV[12], ARGV[13])
  local before = call('SET', KEYS[6], text, 'PX', KEPT_MS, 'GET')
  -- After another attempt, which its client may not have heard of, it may have another place.
  return text, before == ARGV[11] and not has_joined and 1 or are_ours(place)
end

local reply = answer()
if reply[1] ~= 'busy' or last or KEYS.locked then return reply end
-- Redis may be full.
local done, text, ours = pcall(stand, reply[4])
if done then
  for _, word in ipairs({ now, text, ours }) do table.insert(reply, word) end
end
return reply
