-- @use lib/state lib/lock-hash

-- A release by force. The block answers a repeated request. For a first one, the script calls look_at_lock().
-- KEYS 1 lock hash   2 record of this request
-- ARGV told_on: channel that tells the holders: fields of the hash and "lost", separated by spaces

-- Records the answer, and returns it. Call it before the lock is freed.
local function forced(freed)
  write('SET', KEYS[2], freed, 'PX', ARGV.life_ms)
  undo('UNLINK', KEYS[2])
  return { 'forced', ARGV.nonce, freed }
end

local function tell_holders()
  -- These are five fields at most. "*" means all holders.
  local told = some[9] and '* ' or ''
  for at = 1, #some, 2 do told = told .. some[at] .. ' ' end
  publish(ARGV.told_on, told .. 'lost')
end

-- Sets `mode` to the kind of the lock that exists. Raises NOT_A_LOCK.
local function look_at_lock()
  some = look()
  if mode then time_left() end
end

-- @block force
local lock, owner_state, owner, epoch, hold_mark = KEYS[1], ARGV.nobody_state, '', '', ''
local some
local stored = read('GET', KEYS[2])
if stored then return { 'forced', ARGV.nonce, tonumber(stored) } end
