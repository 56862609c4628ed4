-- Included first by the scripts that free a lock whoever has it. Answers a repeated request; then `mode` says what is there.
-- KEYS 1 lock hash   2 latch of this request
-- ARGV 1 nonce   2 latch life, ms   4 page of an owner without a name
local lock, page, owner, epoch, mark = KEYS[1], ARGV[4], '', '', ''
local call = redis.call
local function forced(freed)
  call('SET', KEYS[2], freed, 'PX', ARGV[2])
  return { 'forced', ARGV[1], freed }
end
local stored = call('GET', KEYS[2])
if stored then return { 'forced', ARGV[1], tonumber(stored) } end
-- @include lock-hash.lua
look()
if mode then time_left() end
