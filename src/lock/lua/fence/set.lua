-- Sets a key of the application unless a newer token was seen, once per request. A late copy changes nothing, even if
-- the same token has set the key again since. Or withdraws such a request: if it has not run yet, it never will.
-- KEYS 1 mark of the resource   2 record of this request: "1" carried out, "0" withdrawn, "ahead"
--      3 key of the application   4 latest token of the fenced lock of this name (Redisson's)
-- ARGV 1 nonce   2 token, decimal digits   3 record life, ms   [4 value: none withdraws the request]
-- reply {"fenced", nonce, 1 | 0}   1: set, by this run or an earlier one; 0: a newer token was seen, and nothing was
--                                       written. This needs no record: marks only rise
--       {"ahead", nonce}           the token is higher than any that was granted: nothing was written, and will not be
--       {"withdrawn", nonce}       nothing was written, and will not be
-- @include mark.lua
-- @include ../write.lua
local record, data, life_ms, value = KEYS[2], KEYS[3], ARGV[3], ARGV[4]
local mark, done = unpack(read('MGET', mark_key, record))
if done == '1' then return { 'fenced', nonce, 1 } end
if done == 'ahead' then return { 'ahead', nonce } end
if done then return { 'withdrawn', nonce } end
-- MGET returns nothing for a key of another type; GET raises an error.
if not mark then mark = read('GET', mark_key) end
if not admits(mark) then return { 'fenced', nonce, 0 } end
if not value then
  write('SET', record, '0', 'PX', life_ms)
  return { 'withdrawn', nonce }
end
if is_ahead(mark, KEYS[4]) then
  -- Record it: a copy must not be carried out when the clock has come nearer.
  call('SET', record, 'ahead', 'PX', life_ms)
  return { 'ahead', nonce }
end
-- This SET must be the first write: with GET it refuses a key that is not a string, such as the hash of a lock.
call('SET', data, value, 'GET')
raise(mark)
call('SET', record, '1', 'PX', life_ms)
return { 'fenced', nonce, 1 }
