-- @use lib/state lib/lock-hash lib/grant
-- @open timeouts

-- Read holds. Each has a timeout key that expires with its lease (Redisson's): "<timeouts><reader>:rwlock_timeout:<1 to
-- its hold count>". The lock lives as long as the longest of all readers' keys, or the writer. A script supplies
-- `timeouts`.

-- With locked keys (src/lock/redis/key-locking.ts), a call sends the timeout key of its owner's first hold. Any other one
-- raises KEY_NOT_LOCKED, and the client repeats the call without locked keys.
local function timeout_key(reader, n)
  local key = timeouts .. reader .. ':rwlock_timeout:' .. n
  if KEYS.locked and not KEYS.locked[key] then error('KEY_NOT_LOCKED') end
  return key
end

-- Remaining ms of timeout keys, each read once: a script walks them more than once.
local lives = {}

local function life_of(reader, n)
  local key = timeout_key(reader, n)
  lives[key] = lives[key] or read('PTTL', key)
  return lives[key]
end

-- Sets a timeout key, or deletes it.
local function set_life(reader, n, ms)
  local key = timeout_key(reader, n)
  lives[key] = ms or -2
  if ms then call('SET', key, '1', 'PX', ms) else call('DEL', key) end
end

-- Before version 7.2, the clock of Redis advances between the commands of a script, now and then by a millisecond.
local SCRIPT_MS = 10
-- A key this near to a hold's remaining lease may be its own. This is less than SCRIPT_MS: a hold that loses its key
-- this way is still covered by the other key.
local OWN_MS = 5

-- Returns this hold's remaining ms, computed from its record, which is set right after its key and lives `beyond_ms`
-- longer. Nil: it has no record; huge: another program removed the TTL of the record.
local function own_left(beyond_ms)
  local left = record and read('PTTL', record)
  return left and (left == -1 and math.huge or left - beyond_ms)
end

-- Returns which of the owner's keys is this hold's. A default hold has the first key. Any other hold has the shortest
-- key that covers it: one with as much time left, or a moment less. Holds acquired within such a moment may swap keys,
-- and each still finds one that covers it. If none covers it, returns the shortest of all: removing a longer one too
-- early would leave another hold uncovered. Also returns the key's remaining ms, below 0 if it has ended, and whether
-- it covers the hold.
local function slot_of(count, own)
  if not record then return 1, life_of(owner, 1), true end
  local at, left, covers = 1, math.huge, false
  local default_counts = default_end == '+' and epoch == '' and count > 1
  for n = count, default_counts and 2 or 1, -1 do
    local each = life_of(owner, n)
    local does = each > own - SCRIPT_MS
    -- Do not prefer the first key to one that may be this hold's own. The first is the default hold's, even if Redis no
    -- longer remembers that hold.
    local less = each < left and (n > 1 or left > own + OWN_MS or each < left - SCRIPT_MS)
    if (does and not covers) or (does == covers and less) then
      at, left, covers = n, each, does
    end
  end
  return at, left, covers
end

-- Returns a read hold's remaining ms for the reply, -1 if no key shows it. It is never another hold's time, even if the
-- key is.
local function read_left(count, beyond_ms)
  local own = own_left(beyond_ms)
  local _, left = slot_of(count, own)
  -- The Redisson watchdog of another reader sets the lock's TTL, and may shorten it.
  local least = own or math.huge
  for _, each in ipairs({ left, read('PTTL', lock) }) do
    -- -1: another program removed the TTL.
    if each ~= -1 then least = math.min(least, each) end
  end
  return least == math.huge and -1 or math.max(least, 0)
end

-- The most holds that one script walks, of all owners, so that it runs less than 100 commands. A lock with more may
-- live longer than needed, but it still ends with a lease.
local MOST_WALKED = 80

-- Returns the remaining ms of a reader with `count` holds: 0 if it outlived all its leases. With too many holds to
-- walk, it counts as alive for as long as the lock.
local function longest_of(reader, count)
  if count > MOST_WALKED then return math.max(read('PTTL', lock), 0) end
  local longest = 0
  for n = 1, count do
    longest = math.max(longest, life_of(reader, n))
  end
  return longest
end

-- Sets the lock's lease to the longest of its readers, or deletes the lock if all outlived their leases. With too many
-- holds to walk, the lock keeps its lease. `size`: how many fields the lock has, or had a moment ago. Returns whether
-- the lock remains.
local function live_with_readers(size)
  if size > MOST_WALKED then return true end
  local longest, holds = 0, 0
  local fields = read('HGETALL', lock)
  -- The mode is not a number.
  for at = 2, #fields, 2 do holds = holds + (tonumber(fields[at]) or 0) end
  if holds > MOST_WALKED then return true end
  for at = 1, #fields, 2 do
    longest = math.max(longest, longest_of(fields[at], tonumber(fields[at + 1]) or 0))
  end
  if longest > 0 then
    call('PEXPIRE', lock, longest)
  else
    call('DEL', lock)
  end
  return longest > 0
end

-- Returns the timeout keys of the owner's first `count` holds. More than one script walks are left to expire.
local function timeout_keys(count)
  local keys = {}
  for n = 1, math.min(count, MOST_WALKED) do keys[n] = timeout_key(owner, n) end
  return keys
end

-- Extends this hold's key to at least `lease_ms`.
local function renew_slot(count, own, lease_ms)
  local n = 1
  if count > 1 then n = slot_of(count, own) end
  local key = timeout_key(owner, n)
  if not extend(key, lease_ms) then call('SET', key, '1', 'PX', lease_ms, 'NX') end
  lives[key] = nil
end
