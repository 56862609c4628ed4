-- @use lib/state lib/lock-hash
-- @open timeouts hold_left own_left renew_slot

-- Holds that count: which ones, for how long, and their renewal. A script supplies:
--   timeouts       prefix of the timeout keys of read holds; "": of another lock
--   hold_left(count, life_ms)   as for lib/grant.lua
--   own_left(beyond_ms), renew_slot(count, own, lease_ms)   as in lib/read-holds.lua; nil where no hold is a read hold

-- Returns whether the hash is a lock of this kind. If Redis does not remember the grant, the owner's field may be in
-- any hash.
local function is_lock()
  if read('PTTL', lock) < 0 then return false end
  local done, problem = pcall(look)
  if string.find(tostring(problem), 'KEY_NOT_LOCKED') then error(problem, 0) end
  if not done then return false end
  if string.find(owner, ':write$') then return mode == 'write' end
  return (mode == 'plain') == (timeouts == '')
end

-- Returns the owner's hold count if this hold is one of those counted, else nil. Renewals keep a hold's record alive,
-- so a hold without a record has ended, or missed its renewals for more than a lease. Exception: a first release may
-- pass the epoch from its grant. Another hold of the same owner may have kept the lock alive after this record expired.
local function counted(epoch_told)
  if record and hold_mark == '' and not epoch_told then return nil end
  local born = hold_mark ~= '' and string.sub(hold_mark, 2) or epoch_told or ''
  local count = (epoch == '' or epoch == born) and read('HGET', lock, owner) or nil
  if count and not is_granted() and not is_lock() then return nil end
  return count
end

-- Renews the hold that the locals of lib/state.lua describe.
-- Returns the hold count, or nil and the end: the stored one, "lost", "stolen:<thief>" or
-- "released-elsewhere". Records it, so that no late copy of
-- the acquire acquires the lock again. `life_ms`: how long that end is remembered; `kept_ms`: how long a hold that
-- counts is remembered from now; `keeps_state`: whether that holds for a hold without a record, too, whose label would
-- be forgotten otherwise; `renew_more(count)`: renews what comes before its record.
local function renew(lease_ms, life_ms, kept_ms, keeps_state, renew_more)
  local over = stored_end()
  if over then return nil, over end
  local count = counted()
  if not count then return nil, remember_end(lost_how('lost'), life_ms) end
  extend(lock, lease_ms)
  if renew_more then renew_more(tonumber(count)) end
  if record then
    if owner_state_exists then
      keep(owner_state, kept_ms)
    else
      -- Other holders kept the lock alive for longer than this owner was remembered.
      write_owner_state(string.sub(hold_mark, 2) .. '|', kept_ms)
    end
    -- The remaining lease of a read hold is computed from the life of its record.
    keep(record, kept_ms, renew_more)
  elseif KEYS.locked and not owner_state_exists then
    -- A release granted it, see give() in lib/waiters.lua.
    write_owner_state('|+', kept_ms)
  elseif keeps_state then
    keep(owner_state, kept_ms)
  end
  return tonumber(count)
end

-- Renews the holds that KEYS and ARGV name, and returns the reply.
local function renew_each()
  local enough_ms, beyond_ms = tonumber(ARGV.above_ms), tonumber(ARGV.beyond_ms)
  local holds = (#ARGV - 3) / 6
  local asked, records = {}, 0
  for at = 1, holds do
    table.insert(asked, KEYS[2 * at])
  end
  for at = 2 * holds + 1, #KEYS do
    table.insert(asked, KEYS[at])
  end
  local kept = read('MGET', unpack(asked))
  local replies = { 'renewals', ARGV.nonce }
  for at = 1, holds do
    local lease_ms, life_ms, has_record
    owner, hold, lease_ms, life_ms, has_record, timeouts = unpack(ARGV, 6 * at - 2, 6 * at + 3)
    lock, owner_state, record = KEYS[2 * at - 1], KEYS[2 * at], nil
    if has_record == '1' then
      records = records + 1
      record = KEYS[2 * holds + records]
    end
    know(kept[at], record and kept[holds + records])
    local shared = timeouts ~= ''
    local own = shared and own_left(beyond_ms)
    -- Neither the lock nor, for certain, its keys show the remaining lease of a read hold.
    local left = enough_ms and not shared and read('PTTL', lock)
    -- Other holds of the owner may keep the lock alive, but not what Redis remembers of this hold.
    if left and record then left = math.min(left, read('PTTL', owner_state) - beyond_ms, read('PTTL', record) - beyond_ms) end
    local count, over
    if left and left > enough_ms then
      over = stored_end() or not counted() and remember_end(lost_how('lost'), life_ms)
    else
      left = tonumber(lease_ms)
      -- Remember the hold for the lease of this renewal, not of its grant. The remaining lease of a read hold is
      -- computed from the life of its record.
      count, over = renew(lease_ms, life_ms, left + beyond_ms, has_record == '2', shared and function(holds)
        renew_slot(holds, own, lease_ms)
      end)
    end
    table.insert(replies, over and over[3] or left)
  end
  return replies
end

-- @block check
load_state()
local over = stored_end()
if over then return over end
local count = counted()
if not count then return remember_end(lost_how('lost'), ARGV.life_ms) end
return { 'counted', nonce, tonumber(count), hold_left(tonumber(count)) }
