-- @use lib/state lib/lock-hash lib/waiters lib/read-holds
-- @open end_all end_last timeouts

-- Requests about an owner that a caller passed: all its holds at once.
-- KEYS record: the answer of this request
-- ARGV owner: its field   life_ms: of the record   channel: for the release message
--      told_on: channel that tells the holders: the field and the end
-- reply {"done", nonce, 1 | 0}   1: the owner had the lock; a repeated request gets the first answer
-- error NOT_A_LOCK   also for a lock of another mode

local function answer(had)
  return { 'done', nonce, tonumber(had) }
end

-- Records the answer, and returns it. Call it before the effect.
local function done(had)
  write('SET', record, had, 'PX', ARGV.life_ms)
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

-- How the holds end: as those that are released by their text. A theft writes the same state, see lib/steal.lua.
local ENDED = 'released-elsewhere'
-- Longer than any late copy of a holder's request takes.
local BEYOND_LEASE_MS = 60000

-- Records how the holds end, ends them by `free()`, and tells their holders. Returns what `free()` returns.
local function end_owner(free)
  local life_ms = math.max(read('PTTL', lock) + BEYOND_LEASE_MS, read('PTTL', owner_state))
  write('SET', owner_state, '!' .. ENDED .. '|-' .. ENDED, 'PX', life_ms)
  if owner_state_exists then undo('SET', owner_state, state_before, 'PX', life_ms) else undo('UNLINK', owner_state) end
  local freed_for = free()
  publish(ARGV.told_on, owner .. ' ' .. ENDED)
  return freed_for
end

local function end_reads()
  if hold_mark ~= '' then return answer(hold_mark) end
  local holds = held_count(false)
  if not holds then return done(0) end
  local reply = done(1)
  end_owner(function()
    end_all(tonumber(holds))
  end)
  return reply
end

-- @block request
load_state()

-- @script release
-- Ends all holds of one owner, and so frees its lock, once per request. Redisson has no such request.
-- KEYS lock, owner_state, record, standing, flag
-- ARGV nonce, owner, request_id, life_ms, channel, told_on
--   as at the top of this file   standing, flag: the list of standing requests
-- reply {"done", nonce, 1 | 0}   see above
--       {"done", nonce, 1, "granted", …}   as the plain lock's release
-- @run request
if hold_mark ~= '' then return answer(hold_mark) end
if not held_count(true) then return done(0) end
local reply = done(1)
local granted = end_owner(function()
  return freed(ARGV.channel, call('DEL', lock, flag))
end)
return with_grant(reply, granted)

-- @script release-queued
-- Ends all holds of one owner of a fair lock, once per request, and wakes the first waiter.
-- KEYS lock, owner_state, queue, scores, tries, record, standing, flag
-- ARGV nonce, owner, request_id, life_ms, channel, told_on, patience_ms
--   as release's   queue, scores, tries: see lib/queue.lua   channel: prefix of the waiters' channels
-- reply {"done", nonce, 1 | 0}   see above
--       {"done", nonce, 1, "granted", …}   as the fair lock's release
-- @with lib/queue
record = KEYS[6]
local patience_ms = tonumber(ARGV.patience_ms)
-- @run request
if hold_mark ~= '' then return answer(hold_mark) end
if not held_count(true) then return done(0) end
local reply = done(1)
local granted = end_owner(function()
  return serve_queue(ARGV.channel, call('DEL', lock, flag))
end)
return with_grant(reply, granted)

-- @script release-reads
-- Ends all read holds of one owner, once per request, and frees the lock with the last of all readers.
-- KEYS lock, owner_state, record
-- ARGV nonce, owner, request_id, life_ms, channel, told_on, timeouts
--   as at the top of this file   timeouts: prefix of the timeout keys
-- reply {"done", nonce, 1 | 0}   see above
-- @with lib/reads
local timeouts = ARGV.timeouts
local function freed()
  publish(ARGV.channel, '0')
end
-- @run request
return end_reads()

-- @script release-writes
-- Ends all write holds of one owner, once per request. After that, the lock is free, or is kept by the read holds of
-- the same owner (downgrade).
-- KEYS lock, owner_state, record
-- ARGV nonce, owner, request_id, life_ms, channel, told_on, timeouts
--   as release-reads'   owner: followed by ":write"
-- reply {"done", nonce, 1 | 0}   see above
-- @with lib/writes
local timeouts = ARGV.timeouts
local function freed()
  publish(ARGV.channel, '1')
end
-- @run request
if hold_mark ~= '' then return answer(hold_mark) end
if not held_count(false) then return done(0) end
local reply = done(1)
end_owner(end_last)
return reply

-- @script release-queued-reads
-- Ends all read holds of one owner of a fair read/write lock, once per request, and tells those who may acquire next.
-- KEYS lock, owner_state, queue, writers, tries, record
-- ARGV nonce, owner, request_id, life_ms, channel, told_on, timeouts
--   as release-reads'   queue, writers, tries: see lib/rw-queue.lua
-- reply {"done", nonce, 1 | 0}   see above
-- @with lib/rw-queue lib/reads
record = KEYS[6]
local releases, timeouts, me = ARGV.channel, ARGV.timeouts, ''
local function freed()
  wake_next('free')
  publish(releases, '0')
end
-- @run request
return end_reads()

-- @script release-queued-writes
-- Ends all write holds of one owner of a fair read/write lock, once per request, and tells those who may acquire next.
-- KEYS lock, owner_state, queue, writers, tries, record
-- ARGV nonce, owner, request_id, life_ms, channel, told_on, timeouts
--   as release-queued-reads'   owner: followed by ":write"
-- reply {"done", nonce, 1 | 0}   see above
-- @with lib/rw-queue lib/writes
record = KEYS[6]
local releases, timeouts, me = ARGV.channel, ARGV.timeouts, ''
local function freed(open)
  wake_next(open)
  publish(releases, '1')
end
-- @run request
if hold_mark ~= '' then return answer(hold_mark) end
if not held_count(false) then return done(0) end
local reply = done(1)
end_owner(end_last)
return reply

-- @script renew
-- Extends the lease of a lock that one owner has, for all its holds, once per request. Never shortens, never revives.
-- Also for the write holds of a read/write lock.
-- KEYS lock, owner_state, record
-- ARGV nonce, owner, request_id, life_ms, lease_ms, kept_ms, is_shared
--   as at the top of this file   kept_ms: life of the owner state   is_shared: "1": of a read/write lock; else "0"
-- reply {"done", nonce, 1 | 0}   see above
--       {"done", nonce, 1, epoch}   see lib/state.lua
-- @run request
if hold_mark ~= '' then return answer(hold_mark) end
if not held_count(ARGV.is_shared == '0') then return done(0) end
extend(lock, ARGV.lease_ms)
keep(owner_state, ARGV.kept_ms)
return renewed()

-- @script renew-reads
-- Extends the leases of all read holds of one owner, once per request. Never shortens, never revives.
-- KEYS lock, owner_state, record
-- ARGV nonce, owner, request_id, life_ms, lease_ms, kept_ms, timeouts
--   as renew's   timeouts: prefix of the timeout keys
-- reply {"done", nonce, 1 | 0}   see above
--       {"done", nonce, 1, epoch}   see lib/state.lua
local timeouts = ARGV.timeouts
-- @run request
if hold_mark ~= '' then return answer(hold_mark) end
local holds = held_count(false)
if not holds then return done(0) end
extend(lock, ARGV.lease_ms)
keep(owner_state, ARGV.kept_ms)
for n = 1, holds do
  local key = timeout_key(owner, n)
  if not extend(key, ARGV.lease_ms) then call('SET', key, '1', 'PX', ARGV.lease_ms, 'NX') end
end
return renewed()
