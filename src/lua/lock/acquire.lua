-- Takes the free lock, or counts one more hold of an owner that has it. Redisson's reentrant acquire, safe to repeat.
-- KEYS 1 lock hash   2 page   [3 record: only when the caller passed the owner]
-- ARGV 1 owner   2 hold id   3 lease, ms   4 record life, ms
--      5 "1": the caller will not ask again, so a refusal is remembered and final; "0": it may ask again
-- reply {"held", hold id, hold count, remaining ms, epoch}   this hold counts, since now or already
--       {"busy", hold id, remaining ms}                      another owner has it; -1 when the lock has no TTL
--       {"ended", hold id, how}                              this hold is over: released, still:<n>, free, taken, refused, lost
-- @include hold-state.lua
local lease_ms, life_ms, last = ARGV[3], ARGV[4], ARGV[5] == '1'

local function take()
  call('HINCRBY', lock, owner, 1)
  call('PEXPIRE', lock, lease_ms)
  if record then
    write_page(hold .. '|' .. default_end, life_ms)
    call('SET', record, '+' .. hold, 'PX', life_ms)
  else
    call('SET', page, '|+', 'PX', life_ms)
  end
  return { 'held', hold, 1, tonumber(lease_ms), record and hold or '' }
end

-- The fast path: nothing is there at all.
if call('EXISTS', unpack(KEYS)) == 0 then return take() end

load_state()
local over = stored_end()
if over then return over end

-- A default owner is known to nobody before its hold was granted: its page, or its field, says that it was.
local known = not record or mark ~= ''
local count = call('HGET', lock, owner)
if count and known then
  -- A repeated try of a hold that counts: same answer, and the lease is not set again.
  local born = string.sub(mark, 2)
  if epoch ~= '' and epoch ~= born then return remember_end('lost', life_ms) end
  if record then call('PEXPIRE', record, life_ms + call('PTTL', lock), 'GT') end
  return { 'held', hold, tonumber(count), call('PTTL', lock), born }
end
if count then
  -- Re-entry. The page is written again so that it lives as long as this hold may.
  write_page(epoch .. '|' .. default_end, life_ms)
  local left = call('PTTL', lock)
  -- Redisson sets the TTL to the new lease even when that shortens it; no script of ours shortens a held lock. One whose
  -- TTL somebody took away (-1) gets a lease again.
  if left < tonumber(lease_ms) then
    call('PEXPIRE', lock, lease_ms)
    left = tonumber(lease_ms)
  end
  -- A record outlives the lease that its client is told of: whoever believes in its hold finds it counted.
  call('SET', record, '+' .. epoch, 'PX', life_ms + left)
  return { 'held', hold, call('HINCRBY', lock, owner, 1), left, epoch }
end
if mark ~= '' or (page_exists and not record) then return remember_end('lost', life_ms) end

-- Only a passed owner gets here with the lock free: it may take it again, with a new hold.
local left = call('PTTL', lock)
if left == -2 then return take() end
if last then remember_end('refused', life_ms) end
return { 'busy', hold, left }
