-- @use lib/state

-- The fence of a resource, in Redis.
-- KEYS 1 mark of the resource: the newest token seen, decimal digits
-- ARGV 1 nonce   2 token: decimal digits without leading zeros

local mark_key, nonce, token = KEYS[1], ARGV.nonce, ARGV.token

-- Returns whether no newer token was seen. Compares text, by length and then by digits, because Lua's numbers are exact
-- only up to 2^53. A script must ask this before it writes anything.
local function admits(mark)
  if not mark then return true end
  if not string.find(mark, '^%d+$') then error('the mark of this resource is no number') end
  return #mark < #token or (#mark == #token and mark <= token)
end

-- Returns whether a token that would raise the mark comes from no grant. The token of a grant is the time of Redis, or
-- one more than the latest token. So a token is too high if it is a minute ahead of that time, and this lock has issued
-- none as high. Such a mark would refuse every holder for ever. Doubles are exact enough for this bound.
local function is_ahead(mark, token_key)
  if mark == token then return false end
  local time = read('TIME')
  if tonumber(token) <= (time[1] + 60) * 1e6 + time[2] then return false end
  local latest = tonumber(read('GET', token_key) or '')
  return not latest or latest < tonumber(token)
end

-- The mark has no TTL: after its end, a token that it had refused would be accepted.
local function raise(mark)
  if mark ~= token then call('SET', mark_key, token) end
end

-- @script check
-- Raises the mark of a resource to a token, so that older tokens are refused from then on. A repeated run answers by
-- the mark of that moment.
-- KEYS mark, token
-- ARGV nonce, token
--   mark: of the resource   token, the key: latest token of the fenced lock of this name (Redisson's)
--   token: decimal digits
-- reply {"fenced", nonce, 1 | 0}   1: no newer token was seen, and the mark is this one; 0: a newer one was seen, and
--     nothing changed
--       {"ahead", nonce}           the token is higher than any that was granted, and nothing changed
local mark = read('GET', mark_key)
if not admits(mark) then return { 'fenced', nonce, 0 } end
if is_ahead(mark, KEYS[2]) then return { 'ahead', nonce } end
raise(mark)
return { 'fenced', nonce, 1 }

-- @script set
-- Sets a key of the application unless a newer token was seen, once per request. A late copy changes nothing, even if
-- the same token has set the key again since. Or withdraws such a request: if it has not run yet, it never will.
-- KEYS mark, record, data, token
-- ARGV nonce, token, life_ms, [value]
--   record: of this request: "1" carried out, "0" withdrawn, "ahead"   data: key of the application
--   token, the key: as check's   value: none withdraws the request
-- reply {"fenced", nonce, 1 | 0}   1: set, by this run or an earlier one; 0: a newer token was seen, and nothing was
--                                       written. This needs no record: marks only rise
--       {"ahead", nonce}           the token is higher than any that was granted: nothing was written, and will not be
--       {"withdrawn", nonce}       nothing was written, and will not be
local record, data, life_ms, value = KEYS[2], KEYS[3], ARGV.life_ms, ARGV.value
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
