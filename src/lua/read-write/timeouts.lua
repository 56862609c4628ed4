-- Included after hold-state.lua by the scripts of the read lock. Expects `timeouts`: what the names of all timeout keys
-- begin with. Each read hold has a key that ends with its lease (Redisson's): "<timeouts><reader>:rwlock_timeout:<1 to
-- its hold count>". The lock lives as long as the longest of all readers, or the writer.
local function timeout_key(reader, n)
  return timeouts .. reader .. ':rwlock_timeout:' .. n
end

-- Before version 7.2 the clock of Redis goes on between the commands of a script, a millisecond now and then.
local SCRIPT_MS = 10
-- A key that is so near to what a hold has left may be its own. Less than the above: whoever's key that takes is
-- covered by the other.
local OWN_MS = 5

-- What this very hold has left, ms, by its record: that is set right after its key, and lives longer by `beyond_ms`.
-- Nil: it has no record.
local function own_left(beyond_ms)
  return record and call('PTTL', record) - beyond_ms
end

-- Which of the owner's keys is this hold's. An owner's default hold is its first. Of the others it is the shortest that
-- covers the hold: has as much left, or a moment less. Holds taken within such a moment may so change keys, and each
-- still finds one that covers it. Where none does, the shortest of all: with a longer one gone too early, another hold
-- would not be covered. Also what it has left, ms, below 0 when it has ended; and whether it covers the hold.
local function slot_of(count, own)
  if not record then return 1, call('PTTL', timeout_key(owner, 1)), true end
  local at, left, covers = 1, math.huge, false
  local default_counts = default_end == '+' and epoch == '' and count > 1
  for n = count, default_counts and 2 or 1, -1 do
    local each = call('PTTL', timeout_key(owner, n))
    local does = each > own - SCRIPT_MS
    -- Not the first, which is the default hold's, though what is remembered of that may be gone, for one that may be
    -- this hold's own.
    local less = each < left and (n > 1 or left > own + OWN_MS or each < left - SCRIPT_MS)
    if (does and not covers) or (does == covers and less) then
      at, left, covers = n, each, does
    end
  end
  return at, left, covers
end

-- What a read hold is told that it has left, ms. Never another's time, though its key may be that.
local function read_left(count, beyond_ms)
  local own = own_left(beyond_ms)
  local _, left = slot_of(count, own)
  -- Redisson's watchdog of another reader sets the lock's time, also to less.
  return math.max(math.min(left, own or left, call('PTTL', lock)), 0)
end

-- No script walks more holds than that, of whomever. What lives longer than it needs to ends with a lease all the same.
local MOST_WALKED = 500

-- What a reader with so many holds has left, ms: 0 when it has outlived all its leases. With too many to walk it counts
-- as living for as long as the lock.
local function longest_of(reader, count)
  if count > MOST_WALKED then return math.max(call('PTTL', lock), 0) end
  local longest = 0
  for n = 1, count do
    longest = math.max(longest, call('PTTL', timeout_key(reader, n)))
  end
  return longest
end

-- The lock of readers ends with the longest of them; it is over when all have outlived their leases.
-- With too many holds to walk, it keeps the lease that it has. Returns whether it goes on.
local function live_with_readers()
  local longest, holds = 0, 0
  local fields = call('HGETALL', lock)
  -- The mode is no number.
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

-- This hold lasts for so long at least.
local function renew_slot(count, own, lease_ms)
  local n = 1
  if count > 1 then n = slot_of(count, own) end
  local key = timeout_key(owner, n)
  if call('PEXPIRE', key, lease_ms, 'GT') == 0 then call('SET', key, '1', 'PX', lease_ms, 'NX') end
end
