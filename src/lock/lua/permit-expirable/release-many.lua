-- Gives permits back, all or none, once per request: Redisson's tryRelease of a list.
-- KEYS 1 available permits   2 leases   3 record of this request: its answer   4... records of the permits
-- ARGV 1 nonce   2 channel   3 ids: 32 hex digits each   4 record life, ms
-- reply {"done", nonce, 1 | 0}   0: at least one was not leased, or its lease had ended; nothing was given back
-- @include permits.lua
-- @include members.lua
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
