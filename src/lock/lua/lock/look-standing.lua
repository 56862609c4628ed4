-- Looks at several locks for waiters that stand, and renews their requests. A waiter that may be granted its lock, or
-- was granted it and did not hear of that, then attempts by itself.
-- KEYS for each waiter: lock hash, owner state, list of standing requests, its flag
-- ARGV 1 nonce   then for each waiter: its request as it is in the list, and the new one, or "": it is not renewed
-- reply {"looked", nonce, Redis' epoch ms, remaining ms, …}   in the order of the waiters; -2: attempt; -1: the key has
--     no TTL
-- @include clock.lua
read_time()
local KEPT_MS = 160000
local reply, states = { 'looked', ARGV[1], now }, {}
for at = 2, #KEYS, 4 do
  table.insert(states, KEYS[at])
end
local known = read('MGET', unpack(states))

-- The list may be a key of another type, or Redis full.
local function renew(standing, flag, listed, request)
  local place = read('LPOS', standing, listed)
  if place then
    call('LSET', standing, place, request)
  else
    call('RPUSH', standing, request)
  end
  call('PEXPIRE', standing, KEPT_MS)
  call('SET', flag, '1', 'PX', KEPT_MS)
end

for nth = 1, #states do
  local at = 4 * nth
  local left = known[nth] and -2 or read('PTTL', KEYS[at - 3])
  local listed, request = ARGV[2 * nth], ARGV[2 * nth + 1]
  if left >= 0 and request ~= '' then pcall(renew, KEYS[at - 1], KEYS[at], listed, request) end
  table.insert(reply, left)
end
return reply
