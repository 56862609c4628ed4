-- Included first by the scripts that free a lock regardless of its owner. Answers a repeated request; for a first one,
-- sets `mode` to the kind of lock that exists.
-- KEYS 1 lock hash   2 record of this request
-- ARGV 1 nonce   2 record life, ms   4 owner state key of owner ""   5 channel that tells the holders
local lock, owner_state, owner, epoch, hold_mark = KEYS[1], ARGV[4], '', '', ''
local call = redis.call
local function forced(freed)
  -- The holders are not read: "*" says that all have lost their holds.
  if freed == 1 then call('PUBLISH', ARGV[5], '* lost') end
  call('SET', KEYS[2], freed, 'PX', ARGV[2])
  return { 'forced', ARGV[1], freed }
end
local stored = call('GET', KEYS[2])
if stored then return { 'forced', ARGV[1], tonumber(stored) } end
-- @include lock-hash.lua
look()
if mode then time_left() end
