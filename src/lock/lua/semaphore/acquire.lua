-- Acquires permits, all or none. Redisson's tryAcquire, safe to repeat.
-- KEYS 1 permits (Redisson's)   2 record of this acquire
-- ARGV 1 nonce   2 record life, ms   3 number of permits, at least 1
--      4 "1": the caller's last attempt, so a refusal is recorded and final; "0": it may ask again
-- reply {"held", nonce, permits left}    acquired, by this run or an earlier one
--       {"busy", nonce, permits left}   too few; may be negative
--       {"ended", nonce, how}            it has ended: refused, unset (there is no such key), released or
--           free (cancelled)
-- @include acquire-record.lua
local wanted = ARGV[3]
value = permits()
if taken then return { 'held', nonce, tonumber(value or 0) } end
if not value then return remember_end('unset') end
if tonumber(value) >= tonumber(wanted) then
  call('SET', record, '+' .. wanted, 'PX', life_ms)
  undo('UNLINK', record)
  return { 'held', nonce, call('DECRBY', key, wanted) }
end
if ARGV[4] == '1' then remember_end('refused') end
return { 'busy', nonce, tonumber(value) }
