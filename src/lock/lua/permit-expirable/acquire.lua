-- Leases permits, all or none. Redisson's tryAcquire, safe to repeat: the ids of leased permits show an earlier run,
-- and later their record does.
-- KEYS 1 available permits   2 leases   3 record of the first permit
-- ARGV 1 nonce   2 channel   3 ids of all permits: 32 hex digits each   4 record life, ms   5 lease, ms
--      6 "1": the caller's last attempt, so a refusal is recorded and final; "0": it may ask again
-- reply {"held", nonce, remaining ms, available}   leased, since now or already; available: left for others
--       {"busy", nonce, remaining ms, available}   not enough; remaining: until the first lease ends, -1: none will
--       {"ended", nonce, how}                      released, lost, refused; unset: the number of permits was never set
-- @include permits.lua
-- @include members.lua
-- @include held-permits.lua
local lease_ms, last = ARGV[5], ARGV[6] == '1'
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
