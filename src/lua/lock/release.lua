-- Ends this hold: frees the lock with its owner's last hold, else counts one hold less. Also the cancel of an acquire
-- that was never answered. Redisson's unlock, safe to repeat; its latch key is not needed, the record does more.
-- KEYS 1 lock hash   2 page   [3 record: only when the caller passed the owner]
-- ARGV 1 owner   2 hold id   3 epoch told at acquire, or ""
--      4 "0": the first release of a hold that was granted; "1": of one that may not have been (cancel), or may have been
--        released before
--      5 lease for the holds that remain, ms   6 record life, ms   7 channel for the release message
-- reply {"ended", hold id, how}   released | still:<count> | free (lease ran out) | taken (somebody else has it) |
--                                 whatever an earlier run of this hold's end said (also refused, lost)
-- @include hold-state.lua
-- @include counted.lua
local first, rest_lease_ms, life_ms, channel = ARGV[4] == '0', ARGV[5], ARGV[6], ARGV[7]

if not record and call('HGET', lock, owner) == '1' then
  -- The common case: one hold counts, and it is this one. SET with GET saves reading the page, and with it a billed command.
  -- A Redis without memory refuses it, but not the DEL below.
  local before = redis.pcall('SET', page, '|-released', 'PX', life_ms, 'GET')
  if not before or before == '|+' then
    call('DEL', lock)
    call('PUBLISH', channel, '0')
    return ended('released')
  end
  -- The one hold may be another of this owner. The page goes back, and outlives the lock, whose TTL is at least its lease.
  if type(before) == 'string' then call('SET', page, before, 'PX', life_ms + call('PTTL', lock)) end
end

load_state()
local over = stored_end()
if over then return over end

-- Only a first release is taken at its word: else, without a record, the owner's count may be of its other holds.
local count = counted(first and ARGV[3])
if not count then return remember_end(call('EXISTS', lock) == 1 and 'taken' or 'free', life_ms) end
if tonumber(count) > 1 then
  local rest = call('HINCRBY', lock, owner, -1)
  local left = call('PTTL', lock)
  if left < tonumber(rest_lease_ms) then call('PEXPIRE', lock, rest_lease_ms) end
  -- The page outlives the lock: without it, an earlier hold of the owner would count in this life of the lock.
  if record then call('PEXPIRE', page, life_ms, 'GT') end
  return remember_end('still:' .. rest, life_ms)
end
call('DEL', lock)
call('PUBLISH', channel, '0')
return remember_end('released', life_ms)
