-- @use lib/state lib/lock-hash lib/grant lib/hold lib/read-holds

-- @script acquire-read
-- Acquires the read lock, if no other owner holds the write lock. Redisson's read lock, safe to repeat.
-- KEYS 1 lock hash: "mode", and readers and the writer with their hold counts (Redisson's)   2 owner state
--      [3 record: only when the caller passed the owner]
-- ARGV 1 nonce   2 owner   3 hold id   4 lease, ms   5 record life, ms   6 "1": the last attempt, as the plain lock's
--      7 "0"   8 about   9 prefix of the timeout keys
-- reply {"held", nonce, hold count, remaining ms, epoch}   remaining: of this hold
--       {"busy", nonce, remaining ms}   another owner holds the write lock
--       {"ended", nonce, how}           as the plain lock's
-- @with lib/reads
local timeouts = ARGV[9]

if record then
  -- Fast path: none of the keys exists.
  if read('EXISTS', unpack(KEYS)) == 0 then return take() end
else
  local left = left_of_others(true)
  local answer
  if left and (not mode or (mode == 'read' and left >= 0)) then
    answer = take_new()
  else
    answer = refuse_new(left)
  end
  if answer then return with_holder(answer) end
end

load_state()
forget_outlived()
local answer = settled()
if answer then return answer end

local left = time_left()
if left == -2 then return take() end
if mode == 'read' or (mode == 'write' and read('HEXISTS', lock, owner .. ':write') == 1) then return take() end
if last then remember_end('refused', life_ms) end
return with_holder({ 'busy', nonce, left })

-- @script acquire-write
-- Acquires the free lock for writing, or adds one hold for the writer. Redisson's write lock, safe to repeat. In
-- Redisson, a re-entry adds the lease to the remaining one, and a reader that asks for the write lock waits for itself.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 nonce   2 owner, followed by ":write"   3 hold id   4 lease, ms   5 record life, ms
--      6 "1": the last attempt, as the plain lock's   7 "0"   8 about   9 prefix of the timeout keys
-- reply {"held", nonce, hold count, remaining ms, epoch}, {"busy", nonce, remaining ms}   as the plain lock's
--       {"ended", nonce, how}   as the plain lock's; also upgrade: this owner holds the read lock
-- @with lib/writes
local timeouts = ARGV[9]

if record then
  -- Fast path: none of the keys exists.
  if read('EXISTS', unpack(KEYS)) == 0 then return take() end
else
  local left = left_of_others(ARGV[6] ~= '2')
  local answer = left == -2 and take_new() or refuse_new(left)
  if answer then return with_holder(answer) end
end

load_state()
local answer = settled()
if answer then return answer end

local left = time_left()
if left == -2 then return take() end
-- A default owner is new, and so holds no read lock. A reader that outlived all its leases is dead, and gets no upgrade
-- refusal.
local reader = string.sub(owner, 1, -7)
if record and longest_of(reader, tonumber(read('HGET', lock, reader) or 0)) > 0 then return remember_end('upgrade', life_ms) end
if last then remember_end('refused', life_ms) end
return with_holder({ 'busy', nonce, left })

-- @script release-read
-- Ends this read hold, and frees the lock with the last of all readers. Also cancels an acquire. As the plain lock's
-- release.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 to 8 as the plain lock's   9 channel for the release message   10 prefix of the timeout keys
-- reply {"ended", nonce, how}   as the plain lock's; released: the owner's last read hold; others may still read
-- @with lib/reads lib/end
local timeouts = ARGV[10]

local function freed()
  publish(ARGV[9], '0')
end
local function give_up() end
return end_hold(ARGV[4])

-- @script release-write
-- Ends this write hold. After the writer's last one, the lock is free, or is kept by the writer's own read holds
-- (downgrade). Also cancels an acquire. As the plain lock's release.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 nonce   2 owner, followed by ":write"   3 to 8 as the plain lock's   9 channel for the release message
--      10 prefix of the timeout keys
-- reply {"ended", nonce, how}   as the plain lock's; released: no write hold remains
-- @with lib/writes lib/exclusive lib/end
local timeouts = ARGV[10]
local function freed()
  -- Publish also after a downgrade, unlike Redisson: other readers may acquire now. "1" wakes all.
  publish(ARGV[9], '1')
end
local function give_up() end
return end_hold(ARGV[4])

-- @script renew-read
-- Extends the lease of this read hold to its full length from now, if it still counts. As the plain lock's renew.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 to 6 as the plain lock's   7 prefix of the timeout keys
-- reply {"renewed", nonce, hold count}, {"ended", nonce, how}   as the plain lock's
local timeouts = ARGV[7]
load_state()
local own = own_left(ARGV[5] - ARGV[4])
local count, over = renew(ARGV[4], ARGV[5], ARGV[5], ARGV[6] == '1', function(holds)
  renew_slot(holds, own, ARGV[4])
end)
if over then return over end
return { 'renewed', nonce, count }

-- @script check-read
-- Checks whether this read hold still counts, and for how long. As the plain lock's check.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 to 4 as the plain lock's   5 prefix of the timeout keys   6 how much longer than a hold its record lives, ms
-- reply {"counted", nonce, hold count, remaining ms}   of this hold; 0: it outlived its lease, and no writer has come
--     since
--       {"ended", nonce, how}                          as the plain lock's
local timeouts = ARGV[5]
local function hold_left(count)
  return read_left(count, ARGV[6])
end
-- @run check

-- @script check-write
-- Checks whether this write hold still counts, and for how long. As the plain lock's check.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 nonce   2 owner, followed by ":write"   3 hold id   4 record life, ms
--      5 how much longer than a hold its owner state lives, ms
-- reply {"counted", nonce, hold count, remaining ms}   as the plain lock's, but no more than the write holds have
--       {"ended", nonce, how}                          as the plain lock's
-- @with lib/writes
local function hold_left()
  return write_left(ARGV[4], ARGV[5])
end
-- @run check

-- @script force-release
-- Frees the lock of all readers, or of the writer and its readers, once per request. Redisson's forceUnlock, safe to
-- repeat.
-- KEYS 1 lock hash   2 record of this request
-- ARGV 1 nonce   2 record life, ms   3 channel for the release message   4 owner state key of owner ""
--      5 channel that tells the holders   6 "read" | "write": a lock in the other mode is unchanged
-- reply {"forced", nonce, 1 | 0}   as the plain lock's
-- @with lib/force
-- @run force
look_at_lock()
if mode == 'plain' then refuse(lock) end
if mode ~= ARGV[6] then return forced(0) end
local reply = forced(1)
call('DEL', lock)
publish(ARGV[3], mode == 'write' and '1' or '0')
tell_holders()
return reply

-- @script steal-write
-- Acquires the lock for writing even if others hold it: ends the holds of the writer and all readers, also those of the
-- thief's own reads. As the plain lock's steal. The timeout keys of the readers expire, as after a release by force.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 to 9 as acquire-write's   6 "0"   10 "stolen:<thief>"   11 channel that tells the robbed
-- reply {"held", nonce, hold count, remaining ms, epoch, [fields]}   as the plain lock's steal
--       {"ended", nonce, how}   never {"busy", …}
-- error NOT_A_LOCK   also for a lock that is no read/write lock
-- @with lib/writes lib/steal
local timeouts = ARGV[9]
local theft, told_on = ARGV[10], ARGV[11]
local function steal(left)
  if mode == 'plain' then refuse(lock) end
  return take_away(left, take)
end
local take_first, take_free = take_new, take
local function known()
  load_state()
  return settled()
end
return answer()

-- @script status
-- Describes the read lock or the write lock.
-- KEYS 1 lock hash   2 owner state of the owner
-- ARGV 1 nonce   2 field of the owner, or ""   3 "read" | "write"
-- reply {"status", nonce, remaining ms, hold count of the owner}   remaining: -2 nobody holds the lock of ARGV 3
-- error NOT_A_LOCK
-- @run describe
-- Beside the fields of the mode and the writer there may be the writer's own read holds.
local locked = mode == ARGV[3] or (mode == 'write' and ARGV[3] == 'read' and read('HLEN', lock) > 2)
return { 'status', ARGV[1], locked and left or -2, tonumber(count or 0) }
