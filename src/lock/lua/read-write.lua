-- @use lib/state lib/lock-hash lib/grant lib/hold lib/read-holds

-- The read lock and the write lock of one name: Redisson's.

-- @script acquire-read
-- Acquires the read lock, if no other owner holds the write lock. Redisson's read lock, safe to repeat.
-- KEYS lock, owner_state, [record]
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, attempt, non_reentrant, about, timeouts
--   lock: "mode", and readers and the writer with their hold counts (Redisson's)   record: only when the caller passed
--     the owner
--   nonce to about: as the plain lock's; non_reentrant: "0"   timeouts: prefix of the timeout keys
-- reply {"held", nonce, hold count, remaining ms, epoch}   remaining: of this hold
--       {"busy", nonce, remaining ms}   another owner holds the write lock
--       {"ended", nonce, how}           as the plain lock's
-- @with lib/reads
local timeouts = ARGV.timeouts

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
if is_last() then remember_end('refused', life_ms) end
return with_holder({ 'busy', nonce, left })

-- @script acquire-write
-- Acquires the free lock for writing, or adds one hold for the writer. Redisson's write lock, safe to repeat. In
-- Redisson, a re-entry adds the lease to the remaining one, and a reader that asks for the write lock waits for itself.
-- KEYS lock, owner_state, [record]
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, attempt, non_reentrant, about, timeouts
--   owner: followed by ":write"   the others: as acquire-read's
-- reply {"held", nonce, hold count, remaining ms, epoch}, {"busy", nonce, remaining ms}   as the plain lock's
--       {"ended", nonce, how}   as the plain lock's; also upgrade: this owner holds the read lock
-- @with lib/writes
local timeouts = ARGV.timeouts

if record then
  -- Fast path: none of the keys exists.
  if read('EXISTS', unpack(KEYS)) == 0 then return take() end
else
  local left = left_of_others(ARGV.attempt ~= '2')
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
if is_last() then remember_end('refused', life_ms) end
return with_holder({ 'busy', nonce, left })

-- @script release-read
-- Ends this read hold, and frees the lock with the last of all readers. Also cancels an acquire. As the plain lock's
-- release.
-- KEYS lock, owner_state, [record]
-- ARGV nonce, owner, hold_id, epoch, again, lease_ms, life_ms, release_id, channel, timeouts
--   record: only when the caller passed the owner
--   nonce to channel: as the plain lock's release   timeouts: prefix of the timeout keys
-- reply {"ended", nonce, how}   as the plain lock's; released: the owner's last read hold; others may still read
-- @with lib/reads lib/end
local timeouts = ARGV.timeouts

local function freed()
  publish(ARGV.channel, '0')
end
local function give_up() end
return end_hold(ARGV.epoch)

-- @script release-write
-- Ends this write hold. After the writer's last one, the lock is free, or is kept by the writer's own read holds
-- (downgrade). Also cancels an acquire. As the plain lock's release.
-- KEYS lock, owner_state, [record]
-- ARGV nonce, owner, hold_id, epoch, again, lease_ms, life_ms, release_id, channel, timeouts
--   owner: followed by ":write"   the others: as release-read's
-- reply {"ended", nonce, how}   as the plain lock's; released: no write hold remains
-- @with lib/writes lib/exclusive lib/end
local timeouts = ARGV.timeouts
local function freed()
  -- Publish also after a downgrade, unlike Redisson: other readers may acquire now. "1" wakes all.
  publish(ARGV.channel, '1')
end
local function give_up() end
return end_hold(ARGV.epoch)

-- @script renew-read
-- Extends the lease of this read hold to its full length from now, if it still counts. As the plain lock's renew.
-- KEYS lock, owner_state, [record]
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, keeps_state, timeouts
--   record: only when the caller passed the owner
--   nonce to keeps_state: as the plain lock's   timeouts: prefix of the timeout keys
-- reply {"renewed", nonce, hold count}, {"ended", nonce, how}   as the plain lock's
local timeouts = ARGV.timeouts
load_state()
local own = own_left(ARGV.life_ms - ARGV.lease_ms)
local count, over = renew(ARGV.lease_ms, ARGV.life_ms, ARGV.life_ms, ARGV.keeps_state == '1', function(holds)
  renew_slot(holds, own, ARGV.lease_ms)
end)
if over then return over end
return { 'renewed', nonce, count }

-- @script check-read
-- Checks whether this read hold still counts, and for how long. As the plain lock's check.
-- KEYS lock, owner_state, [record]
-- ARGV nonce, owner, hold_id, life_ms, timeouts, beyond_ms
--   record: only when the caller passed the owner
--   timeouts: prefix of the timeout keys   beyond_ms: how much longer than a hold its record lives
-- reply {"counted", nonce, hold count, remaining ms}   of this hold; 0: it outlived its lease, and no writer has come
--     since
--       {"ended", nonce, how}                          as the plain lock's
local timeouts = ARGV.timeouts
local function hold_left(count)
  return read_left(count, ARGV.beyond_ms)
end
-- @run check

-- @script check-write
-- Checks whether this write hold still counts, and for how long. As the plain lock's check.
-- KEYS lock, owner_state, [record]
-- ARGV nonce, owner, hold_id, life_ms, beyond_ms
--   record: only when the caller passed the owner
--   owner: followed by ":write"   beyond_ms: how much longer than a hold its owner state lives
-- reply {"counted", nonce, hold count, remaining ms}   as the plain lock's, but no more than the write holds have
--       {"ended", nonce, how}                          as the plain lock's
-- @with lib/writes
local function hold_left()
  return write_left(ARGV.life_ms, ARGV.beyond_ms)
end
-- @run check

-- @script force-release
-- Frees the lock of all readers, or of the writer and its readers, once per request. Redisson's forceUnlock, safe to
-- repeat.
-- KEYS lock, record
-- ARGV nonce, life_ms, channel, nobody_state, told_on, mode
--   as the plain lock's   mode: "read" | "write": a lock in the other mode is unchanged
-- reply {"forced", nonce, 1 | 0}   as the plain lock's
-- @with lib/force
-- @run force
look_at_lock()
if mode == 'plain' then refuse(lock) end
if mode ~= ARGV.mode then return forced(0) end
local reply = forced(1)
call('DEL', lock)
publish(ARGV.channel, mode == 'write' and '1' or '0')
tell_holders()
return reply

-- @script steal-write
-- Acquires the lock for writing even if others hold it: ends the holds of the writer and all readers, also those of the
-- thief's own reads. As the plain lock's steal. The timeout keys of the readers expire, as after a release by force.
-- KEYS lock, owner_state, [record]
-- ARGV nonce, owner, hold_id, lease_ms, life_ms, attempt, non_reentrant, about, timeouts, theft, told_on
--   nonce to timeouts: as acquire-write's; attempt: "0"   theft, told_on: as the plain lock's steal
-- reply {"held", nonce, hold count, remaining ms, epoch, [fields]}   as the plain lock's steal
--       {"ended", nonce, how}   never {"busy", …}
-- error NOT_A_LOCK   also for a lock that is no read/write lock
-- @with lib/writes lib/steal
local timeouts = ARGV.timeouts
local theft, told_on = ARGV.theft, ARGV.told_on
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
-- KEYS lock, owner_state
-- ARGV nonce, owner, access
--   owner: its field, or ""   access: "read" | "write"
-- reply {"status", nonce, remaining ms, hold count of the owner}   remaining: -2 nobody holds the lock of ARGV 3
-- @run describe
-- Beside the fields of the mode and the writer there may be the writer's own read holds.
local locked = mode == ARGV.access or (mode == 'write' and ARGV.access == 'read' and read('HLEN', lock) > 2)
return { 'status', ARGV.nonce, locked and left or -2, tonumber(count or 0) }
