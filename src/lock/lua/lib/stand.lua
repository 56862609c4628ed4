-- @use lib/state lib/lock-hash lib/waiters lib/grant
-- @open answer

-- Leaves the request of a waiter that is refused. A script supplies `answer()`.
-- ARGV listed: its request as it is in the list; "" if none is known   request: its new one; "": it does not stand
--      counts: see new_request() of lib/waiters.lua
--      probe: a channel that its client alone follows, by a pattern; or ""

local is_ours = 0
-- The holder that this run found, and its owner state.
local holder, holder_state

-- The command that reads this owner's state also reads that of the holder. A holder that Redis knows is one of ours, so
-- its release serves those that stand. A theft leaves a state that begins with "!", also of a Redisson that may hold
-- the lock again. With locked keys, no owner state of another is read,
-- and a reservation has none. Then the form of the owner decides: see is_random().
local function is_unknown()
  local some = looked or read('HRANDFIELD', lock, 2, 'WITHVALUES')
  local names = { owner_state }
  if #some == 2 and not KEYS.locked then table.insert(names, state_key_of(some[1])) end
  -- This owner holds the lock: a release granted or reserved it.
  if some[1] == owner then return false end
  local own, theirs = unpack(read('MGET', unpack(names)))
  holder, holder_state = some[1], theirs
  local ours = #some == 2 and is_random(some[1])
  if theirs then ours = string.sub(theirs, 1, 1) ~= '!' end
  is_ours = ours and 1 or 0
  return not own
end

-- Returns the request with the mark "o" or "p" if its client probes: whether Redis counts those who follow by a pattern.
local function marked(text)
  local counts = ARGV.probe ~= '' and redis.pcall('PUBSUB', 'NUMSUB', ARGV.probe)
  if not counts or counts.err then return text end
  return (string.gsub(text, '^(%S+ %S+ %S+ %d+ %d+ %d+ [-t])-', '%1' .. (counts[2] == 0 and 'o' or 'p')))
end

-- Keeps the place of a request that is in the list. A repeated first attempt may add it twice: the owner is granted the
-- lock once, and its second request is skipped.
local function stand()
  read_time()
  local text = marked(new_request(ARGV.request, ARGV.counts))
  local place = ARGV.listed ~= '' and read('LPOS', standing, ARGV.listed)
  if place then
    call('LSET', standing, place, text)
  else
    call('RPUSH', standing, text)
    tell_wanted(holder, holder_state)
  end
  call('PEXPIRE', standing, KEPT_MS)
  set_flag()
  return text
end

local function answer_or_stand()
  -- Before a refusal that tells the holder, which runs without locked keys.
  if KEYS.locked and last then take_out(owner) end
  local reply = answer()
  if reply[1] == 'busy' and not last then
    if ARGV.request == '' then return reply end
    -- The list may be a key of another type, or Redis full.
    local done, text = pcall(stand)
    if done then
      table.insert(reply, now)
      table.insert(reply, text)
      table.insert(reply, is_ours)
    end
  elseif not (KEYS.locked and last) then
    take_out(owner, ARGV.listed)
  end
  return reply
end
