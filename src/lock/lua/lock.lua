-- @use lib/state lib/lock-hash lib/grant lib/exclusive lib/hold lib/waiters

-- The plain lock: one owner at a time, who may hold it several times.

-- Returns the answer in fewer commands if it depends on little, else nil.
local function quick_answer()
  if record then return read('EXISTS', lock, owner_state, record) == 0 and take() end
  local left = left_of_others(ARGV.attempt ~= '2')
  return left == -2 and take_new() or refuse_new(left)
end

local function full_answer()
  load_state()
  local answer = settled()
  if answer then return answer end
  -- Only a passed owner can find the lock free here: it may acquire the lock again, with a new hold.
  local left = time_left()
  if left == -2 then return take() end
  if is_last() then remember_end('refused', life_ms) end
  return { 'busy', nonce, left }
end

local function answer()
  return with_holder(quick_answer() or full_answer())
end

-- @script acquire
-- Acquires the free lock, or adds one hold for the owner that holds it. Redisson's reentrant acquire, safe to repeat.
-- KEYS lock, owner_state, [record]
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, attempt, non_reentrant, about
--   record: only when the caller passed the owner
--   attempt: "1": the caller's last one, so a refusal is recorded and final; "3": the same, and the refusal tells the
--     holder;
--     "0": it may ask again; "2": the same, and an earlier attempt of it checked what the key is
--   non_reentrant: "1": an owner that holds the lock is refused for good; "0": it gets one more hold
--   life_ms: how long Redis remembers the hold, or its end
--   about: "", or the end of the owner state that a grant writes, see lib/state.lua
-- reply {"held", nonce, hold count, remaining ms, epoch}   this hold counts, since now or already; remaining: -1 if
--           another program removed the TTL
--       {"busy", nonce, remaining ms}                      another owner holds it; after "3" also the holder:
--           …, its field, its owner state or ""}
--       {"ended", nonce, how}   this hold ended: released, still:<n>, free, taken, refused, lost, reentered, crowded,
--           stolen:<thief>, released-elsewhere
return answer()

-- @script acquire-standing
-- Acquires a lock as acquire does, for a new owner whose isolate has an open mailbox. A refusal leaves a standing
-- request, which the release of the holder serves. All other answers take the request out of the list.
-- KEYS lock, owner_state, standing, flag
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, attempt, non_reentrant, about, listed, request, counts, probe
--   standing: list of standing requests   flag: of that list
--   nonce to about: as acquire's   listed to probe: see lib/stand.lua
-- reply {"held", …}, {"ended", …}   as acquire's
--       {"busy", nonce, remaining ms, Redis' epoch ms, request as it is in the list, 1 | 0}   it stands
--           1: the holder is one of ours, whose release serves the list
--       {"busy", nonce, remaining ms}   it does not stand: it did not ask to, or the list cannot be written
--       {"busy", …}   a last refusal, as acquire's: it does not stand
-- @with lib/stand
record = nil
return answer_or_stand()

-- @script acquire-many
-- Acquires several free locks for a new owner, all or none. Each is then held as if by acquire.
-- KEYS (lock, owner_state)*
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, attempt, non_reentrant, about
--   owner, lease_ms, life_ms, about: as acquire's   hold_id: the same for all   attempt: "1": the caller's last one,
--     so a refusal is recorded and final; "0": it may
--     ask again
--   non_reentrant: "0"
-- reply {"held", nonce, 1, remaining ms}      all holds count, since now or already; remaining: the shortest
--       {"busy", nonce, remaining ms, n}      another owner holds the n-th lock; none was acquired
--       {"ended", nonce, how}   one hold has ended, how: as acquire's; the others may still count
record = nil
local function each(visit)
  for at = 1, #KEYS, 2 do
    lock, owner_state = KEYS[at], KEYS[at + 1]
    local answer = visit(at)
    if answer then return answer end
  end
end
local function take_all()
  each(function()
    take()
  end)
  return { 'held', nonce, 1, tonumber(lease_ms) }
end

-- Fast path: none of the keys exists.
if read('EXISTS', unpack(KEYS)) == 0 then return take_all() end

local least_ms, busy, rest
local over = each(function(at)
  load_state()
  local answer = settled()
  if answer and answer[1] == 'ended' then return answer end
  if answer then
    -- -1: another program removed the TTL.
    local left = answer[4] < 0 and tonumber(lease_ms) or answer[4]
    least_ms = math.min(left, least_ms or left)
  else
    rest = true
    local left = time_left()
    if left ~= -2 and not busy then busy = { 'busy', nonce, left, (at + 1) / 2 } end
  end
end)
if over then return over end
-- The hold counts on some locks, and Redis no longer remembers it on the others: it was granted long ago.
if least_ms and rest then return ended('lost') end
if least_ms then return { 'held', nonce, 1, least_ms } end
if not busy then return take_all() end
if last then
  each(function()
    call('SET', owner_state, '|-refused', 'PX', life_ms)
  end)
end
return busy

-- @script release
-- Ends this hold: frees the lock with its owner's last hold, else decrements the hold count. Also cancels an acquire
-- that was never answered. Redisson's unlock, safe to repeat; the record replaces Redisson's latch key, and does more.
-- KEYS lock, owner_state, [record], standing, flag
-- ARGV nonce, owner, hold_id, epoch, again, lease_ms, life_ms, release_id, channel, [since_ms,
--     turns, owed, was_short, requeued, [leaving, [next_owner, next_lease_ms, next_life_ms, next_about, next_request]]]
--   record: only when the caller passed the owner   standing, flag: the list of standing requests
--   epoch: from the grant, or ""
--   again: "0": the first release of a granted hold; "1": not certainly granted (cancel), or perhaps released before
--   lease_ms: for the holds that remain   release_id: of the object that has the hold; "": a release by text
--   channel: for the release message: "0", and "1000000" before it if a waiter that stands was called
--   since_ms, turns, owed: the chain of this hold, as its grant told it, see lib/waiters.lua; or ""
--   was_short: "1": others can have read only a short lease of it; "0"
--   requeued: standing request of another waiter of this isolate: goes to the end of the list if the lock is freed; or
--     ""
--   leaving: of a cancel: standing request that leaves the list, or ""
--   next_owner: a waiter of this isolate, new for its hold, to which the freed lock is given   next_lease_ms to
--     next_about: of its grant   next_request: its standing request, which leaves the list, or ""
-- reply {"ended", nonce, how}   released | still:<count> | free (its lease ended, or nothing was granted) |
--                                 taken (another owner holds it) |
--                                 released-elsewhere (by a release with another id) |
--                                 the stored end of an earlier run (also refused, lost, reentered, crowded, stolen)
--       {"ended", nonce, how, "passed", owner, lease in ms}   the next owner holds the lock
--       {"ended", nonce, how, "granted", owner, confirmation lease in ms, [token]}   this run granted the lock to a
--           waiter that stood. The grant lasts for the confirmation lease, unless a renewal extends it
-- @with lib/end
record = KEYS[5] and KEYS[3]
local function append(text)
  -- With locked keys, the list must have no request of an owner that has ended.
  local state = KEYS.locked and state_key_of(string.match(text, '^%S+ (%S+)'))
  if state and not (KEYS.locked[state] and read('EXISTS', state) == 0) then return end
  read_time()
  call('RPUSH', standing, dated(text))
  call('PEXPIRE', standing, KEPT_MS)
end
local granted, passed
-- Returns how many keys it deleted, the lock and its flag; nil: the next owner has the lock.
local function free()
  if not names_next() then return call('DEL', lock, flag) end
  call('DEL', lock)
  -- Nothing may keep the message of a freed lock back.
  local done, grant = try(pass_on)
  take_out(ARGV.next_owner, ARGV.next_request)
  passed = done and grant
  if not passed then return 1 + call('DEL', flag) end
end
local function end_last()
  local deleted = free()
  if not deleted then return end
  if (ARGV.requeued or '') ~= '' and pcall(append, ARGV.requeued) then deleted = 2 end
  granted = freed(ARGV.channel, deleted, ARGV.since_ms, ARGV.turns, ARGV.owed, ARGV.was_short)
end
local function give_up()
  -- A late attempt, after its grant had ended, may have left another request.
  take_out(owner)
end
if not first then take_out(owner, ARGV.leaving) end
local reply = end_hold(ARGV.epoch, (ARGV.since_ms or '') ~= '')
return with_grant(reply, granted, passed)

-- @script release-many
-- Ends the holds of one owner on several locks, each as release does. Also cancels an acquire that was never
-- answered.
-- KEYS (lock, owner_state)*, (record)*, (standing, flag)*
-- ARGV nonce, owner, hold_id, has_records, again, lease_ms, life_ms, release_id, (epoch, channel)*
--   record: for each lock, when has_records is "1": the caller passed the owner
--   again to release_id, epoch, channel: as release's
-- reply {"ends", nonce, how, …}   in the order of the locks, each as release's; a grant is not told
-- error NOT_A_LOCK   of one lock, when the others were released
-- @with lib/end
record = nil
local channel
local function end_last()
  freed(channel, call('DEL', lock, flag))
end
local function give_up() end
local locks = (#ARGV - 8) / 2
local before_lists = ARGV.has_records == '1' and 3 * locks or 2 * locks
local replies, problem = { 'ends', nonce }, nil
for at = 1, locks do
  lock, owner_state = KEYS[2 * at - 1], KEYS[2 * at]
  if ARGV.has_records == '1' then record = KEYS[2 * locks + at] end
  standing, flag = KEYS[before_lists + 2 * at - 1], KEYS[before_lists + 2 * at]
  channel = ARGV[2 * at + 8]
  -- A key that is no longer a lock must not prevent the release of the others.
  local done, reply = try(end_hold, ARGV[2 * at + 7])
  if done then
    table.insert(replies, reply[3])
  else
    problem = reply.err or reply
    if string.find(problem, '^WRONGTYPE') then problem = 'NOT_A_LOCK ' .. 2 * at - 1 end
  end
end
if problem then error(problem, 0) end
return replies

-- @script renew
-- Extends the lease to its full length from now, if this hold still counts. Never shortens, never adds, never revives.
-- Redisson's watchdog checks only the owner's field, so it can keep a later hold alive.
-- KEYS lock, owner_state, [record]
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, keeps_state, about
--   record: only when the caller passed the owner
--   life_ms: of an end, and of the record of a hold that counts
--   keeps_state: "1": without a record, keep the owner state for that time, too; else "0"
--   about: as acquire's, for a grant that wrote no owner state
-- reply {"renewed", nonce, hold count}   at least the lease is left
--       {"ended", nonce, how}            lost, or the stored end
load_state()
if not owner_state_exists then about = ARGV.about end
local count, over = renew(ARGV.lease_ms, ARGV.life_ms, ARGV.life_ms, ARGV.keeps_state == '1')
return over or { 'renewed', nonce, count }

-- @script renew-many
-- Renews many holds, each as renew does. A hold that has ended does not prevent the renewal of the others.
-- KEYS (lock, owner_state)*, (record)*
-- ARGV nonce, above_ms, beyond_ms, (owner, hold_id, lease_ms, life_ms, has_record, timeouts)*
--   record: for each hold of a passed owner, in the same order
--   above_ms: "": renew all; else a hold with more remaining lease is not renewed
--   beyond_ms: how much longer than its lease a hold is remembered
--   has_record: "1": it has one; "2": its owner state is kept for as long; else "0"
--   timeouts: for a read hold the prefix of the timeout keys, else ""
-- reply {"renewals", nonce, remaining ms | how it ended, …}   in the order of the holds
-- @with lib/read-holds
local timeouts
return renew_each()

-- @script check
-- Checks whether this hold still counts, and for how long. Changes no lock; records a loss that it finds.
-- KEYS lock, owner_state, [record]
-- ARGV nonce, owner, hold_id, life_ms
--   record: only when the caller passed the owner
-- reply {"counted", nonce, hold count, remaining ms}   remaining is -1 if another program removed the TTL
--       {"ended", nonce, how}                          as renew
local function hold_left()
  -- The record outlives the lease in the reply, as after an acquire.
  if record then call('PEXPIRE', record, ARGV.life_ms + read('PTTL', lock), 'GT') end
  return read('PTTL', lock)
end
-- @run check

-- @script status
-- Describes the lock. A script rather than plain reads, so that the primary answers, never a stale replica.
-- KEYS lock, owner_state
-- ARGV nonce, owner
--   owner: or ""
-- reply {"status", nonce, remaining ms, hold count of the owner}   remaining: -2 free
-- @run describe
return { 'status', ARGV.nonce, left, tonumber(count or 0) }

-- @script steal
-- Acquires the lock even if others hold it: ends their holds, and grants it to this one. Safe to repeat: a copy of it
-- never ends a hold that was granted after its own, because it finds its own hold, or how that ended.
-- The queue of a fair lock is not touched: its first waiter is told when the thief releases the lock.
-- KEYS lock, owner_state, [record]
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, attempt, non_reentrant, about, theft, told_on
--   attempt: "0"   the others up to about: as acquire's
--   theft: "stolen:<thief>", see lib/steal.lua   told_on: channel that tells the robbed
-- reply {"held", nonce, hold count, remaining ms, epoch}   as acquire's
--       {"held", …, fields}     it was stolen by this run; fields: of the robbed, separated by spaces, 65 at most
--       {"ended", nonce, how}   as acquire's; never {"busy", …}
-- error NOT_A_LOCK   also for a read/write lock
-- @with lib/steal
local theft, told_on = ARGV.theft, ARGV.told_on
local function steal(left)
  if mode ~= 'plain' then refuse(lock) end
  return take_away(left, take)
end
local take_first, take_free = take_new, take
local function known()
  load_state()
  return settled()
end
return answer()

-- @script force-release
-- Frees the lock regardless of its owner, once per request. Redisson's forceUnlock, safe to repeat. Frees a light lock,
-- too, which has no kind of its own here.
-- KEYS lock, record, standing, flag
-- ARGV nonce, life_ms, channel, nobody_state, told_on
--   record: of this request   standing, flag: the list of standing requests
--   channel: for the release message   nobody_state: owner state key of owner ""   told_on: channel that tells the
--     holders
-- reply {"forced", nonce, 1 | 0}   1: a lock was freed; a repeated request gets the first answer
--       {"forced", nonce, 1, "granted", …}   as release's: this run granted the lock to a waiter that stood
-- error NOT_A_LOCK   also for a read/write lock
-- @with lib/force
-- @run force
local is_lock = pcall(look_at_lock)
local holder = not is_lock and light_parts(lock)
if holder then
  time_left()
  some = { holder }
  local reply = forced(1)
  call('DEL', lock)
  tell_holders()
  return reply
end
-- Raises the error.
if not is_lock then look_at_lock() end
if mode == 'read' or mode == 'write' then refuse(lock) end
if not mode then return forced(0) end
local reply = forced(1)
local granted = freed(ARGV.channel, call('DEL', lock, flag))
tell_holders()
return with_grant(reply, granted)
