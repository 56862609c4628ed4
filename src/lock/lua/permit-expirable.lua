-- @use lib/state lib/once lib/permits
-- @open permits leases now nonce

-- A semaphore whose permits have leases (Redisson's permit-expirable semaphore).

-- Returns for how long all of them remain leased, ms; 0 or less: at least one is not. And how many have a lease, ended
-- or not.
local function left()
  local least, many = math.huge, 0
  for _, till in ipairs(read('ZMSCORE', leases, unpack(members))) do
    least = math.min(least, till and till - now or 0)
    if till then many = many + 1 end
  end
  return least, many
end

-- KEYS 3 of acquire, renew and release: record of the first permit, and of all until their caller has them: "+" leased,
-- "-<how>" ended

local function ended(how)
  return { 'ended', nonce, how }
end

-- Records the end, and returns it. Call it before the effect.
local function remember(how)
  local before = write('SET', record, '-' .. how, 'PX', life_ms, 'GET')
  if before then undo('SET', record, before, 'PX', life_ms) else undo('UNLINK', record) end
  return ended(how)
end

-- Returns the stored end, or nil. A definite answer never changes.
local function stored_end(mark)
  if mark and string.sub(mark, 1, 1) == '-' then return ended(string.sub(mark, 2)) end
end

-- Returns scores and members as ZADD takes them.
local function scored(lease_ms)
  local list, till = {}, digits(now + lease_ms)
  for _, member in ipairs(members) do
    table.insert(list, till)
    table.insert(list, member)
  end
  return unpack(list)
end

-- Returns the stored end, or records "lost": the permits are not all leased. Those that are may be in use by now, and
-- each ends by itself.
local function lost_end()
  return stored_end(read('GET', record)) or remember('lost')
end

-- @block members
local record, channel, life_ms = KEYS[3], ARGV.channel, ARGV.life_ms
-- Converts each pair of digits once. A function for each pair would take five times as long for many ids.
local byte_of = setmetatable({}, {
  __index = function(bytes, hex)
    bytes[hex] = string.char(tonumber(hex, 16))
    return bytes[hex]
  end,
})
local members, bytes = {}, string.gsub(ARGV.ids, '..', byte_of)
for at = 1, #bytes, 16 do
  table.insert(members, string.sub(bytes, at, at + 15))
end

-- @script acquire
-- Leases permits, all or none. Redisson's tryAcquire, safe to repeat: the ids of leased permits show an earlier run,
-- and later their record does.
-- KEYS permits, leases, record
-- ARGV nonce, channel, ids, life_ms, lease_ms, last
--   permits: the available ones   record: of the first permit   ids: of all permits, 32 hex digits each
--   last: "1": the caller's last attempt, so a refusal is recorded and final; "0": it may ask again
-- reply {"held", nonce, remaining ms, available}   leased, since now or already; available: left for others
--       {"busy", nonce, remaining ms, available}   not enough; remaining: until the first lease ends, -1: none will
--       {"ended", nonce, how}                      released, lost, refused; unset: the number of permits was never set
-- @run permits
-- @run members
local lease_ms, last = ARGV.lease_ms, ARGV.last == '1'
-- Redisson's score for a lease without an end.
local NEVER = 922337203685477

local text, mark = unpack(read('MGET', permits, record))
local over = stored_end(mark)
if over then return over end
-- MGET returns nothing for a key of another type; GET raises an error.
text = text or read('GET', permits)
local available = text and count(text) or 0
if mark then
  local left_ms = left()
  return left_ms > 0 and { 'held', nonce, left_ms, available } or lost_end()
end
if not text then return remember('unset') end

available = sweep(available, channel)
if available < #members then
  if last then remember('refused') end
  -- The first that has not expired.
  local first = read('ZRANGE', leases, '(' .. digits(now), '+inf', 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')[2]
  return { 'busy', nonce, first and tonumber(first) < NEVER and first - now or -1, available }
end
-- Permits that an earlier request leased, whose record has expired, stay leased: the counter goes down only by the new
-- ones.
call('SET', record, '+', 'PX', life_ms)
undo('UNLINK', record)
local added = call('ZADD', leases, 'NX', scored(lease_ms))
if added == #members then undo('ZREM', leases, unpack(members)) end
call('DECRBY', permits, added)
local ttl = read('PTTL', permits)
if ttl > 0 then call('PEXPIRE', leases, ttl) end
local left_ms = added == #members and tonumber(lease_ms) or left()
-- One of those has expired, and was not taken back yet.
if left_ms <= 0 then return lost_end() end
return { 'held', nonce, left_ms, available - added }

-- @script release
-- Gives permits back, each once: the one that a caller has, as Redisson's tryRelease, or all of a cancelled acquire.
-- KEYS permits, leases, record
-- ARGV nonce, channel, ids, life_ms
--   permits: the available ones   record: of the first permit   ids: of all permits, 32 hex digits each
-- reply {"ended", nonce, how}   released, or lost: the lease had ended, or there was none; or the stored end
-- @run permits
-- @run members
local available = read('GET', permits)
local left_ms, many = left()
if available then count(available) end
if many == 0 then return lost_end() end
local reply = remember(left_ms > 0 and 'released' or 'lost')
if available then
  give_back(many, channel, 0, call, 'ZREM', leases, unpack(members))
else
  -- A release must not recreate a deleted semaphore.
  call('ZREM', leases, unpack(members))
end
return reply

-- @script release-many
-- Gives permits back, all or none, once per request: Redisson's tryRelease of a list.
-- KEYS permits, leases, record, (permit_record)*
-- ARGV nonce, channel, ids, life_ms
--   permits: the available ones   record: of this request: its answer   ids: 32 hex digits each
-- reply {"done", nonce, 1 | 0}   0: at least one was not leased, or its lease had ended; nothing was given back
-- @run permits
-- @run members
local function answer(number)
  return { 'done', nonce, tonumber(number) }
end
local stored = read('GET', record)
if stored then return answer(stored) end
local available = read('GET', permits)
stored = left() > 0 and '1' or '0'
if available and stored == '1' then sweep(count(available), channel) end
write('SET', record, stored, 'PX', life_ms)
undo('UNLINK', record)
if stored == '1' then
  for at = 4, #KEYS do
    local before = call('SET', KEYS[at], '-released', 'PX', life_ms, 'GET')
    if before then undo('SET', KEYS[at], before, 'PX', life_ms) else undo('UNLINK', KEYS[at]) end
  end
  if available then
    call('INCRBY', permits, #members)
    undo('INCRBY', permits, -#members)
  end
  call('ZREM', leases, unpack(members))
  if available then publish(channel, #members) end
end
return answer(stored)

-- @script renew
-- Extends the lease of permits to its full length from now, unless it has ended. Never shortens, never revives. Or only
-- checks the lease. Records a loss that it finds.
-- KEYS permits, leases, record
-- ARGV nonce, channel, ids, life_ms, [lease_ms]
--   permits: the available ones   record: of the first permit   ids: of all permits, 32 hex digits each
--   lease_ms: without it, only checks
-- reply {"leased", nonce, remaining ms}   before the renewal
--       {"ended", nonce, how}             lost, or the stored end
-- @run permits
-- @run members
local left_ms, lease_ms = left(), ARGV.lease_ms
if left_ms <= 0 then return lost_end() end
if lease_ms then write('ZADD', leases, 'XX', 'GT', scored(lease_ms)) end
return { 'leased', nonce, left_ms }

-- @script set
-- Sets or changes the number of permits, once per request, and publishes it. Redisson's trySetPermits, setPermits and
-- addPermits, but keeps a TTL.
-- KEYS permits, record, leases
-- ARGV nonce, life_ms, channel, number, how
--   permits: the available ones   record: of this request
--   number: of all permits; with "add" the change, which may be negative
--   how: "try": only if it was never set; "set"; "add"
-- reply {"done", nonce, 1 | 0}   0: it was already set, and is unchanged
-- @with lib/once
-- @run once
local leases, channel, number, how = KEYS[3], ARGV.channel, ARGV.number, ARGV.how
local available = value
if available and how == 'try' then return done(0, write) end
local leased = read('ZRANDMEMBER', leases, 3)
for _, id in ipairs(leased) do
  -- The ids of permits have 16 bytes.
  if #id ~= 16 then error('NOT_A_LOCK 3') end
end
local more = tonumber(number)
if available and how == 'set' then more = number - available - read('ZCARD', leases) end
if more == 0 and available then return done(1, write) end
local reply = done(1, call)
call('INCRBY', key, string.format('%.0f', more))
if not available and #leased > 0 then
  undo('UNLINK', key)
  -- Leases of a deleted semaphore would become permits of this one.
  call('DEL', leases)
end
if how ~= 'add' or more > 0 then publish(channel, number) end
return reply

-- @script status
-- Reads how many permits are available, and how many are leased. Permits of expired leases become available again, as
-- in Redisson.
-- KEYS permits, leases
-- ARGV nonce, channel
--   permits: the available ones
-- reply {"permits", nonce, available, leased, 1 | 0}   0: the number was never set
-- @run permits
local available = read('GET', permits)
-- A sweep would recreate a deleted semaphore.
local set = available and sweep(count(available), ARGV.channel)
return { 'permits', nonce, set or 0, read('ZCOUNT', leases, '(' .. digits(now), '+inf'), set and 1 or 0 }
