-- Included after lock-hash.lua by the scripts that free a lock: gives it to a waiter, in the same run.

-- A waiter that does not hear of its grant delays the others by this time at most.
local LONGEST_CONFIRM_MS = 5000

-- Returns for how long this grant counts without a renewal. Nil: this hold has ended, or was granted before.
local function give(owner, lease_ms, life_ms, about)
  -- The owner state exists after an end or a grant of this hold: a cancel, a last refusal, or its own attempt.
  if not call('SET', state_key_of(owner), '|+' .. about, 'PX', life_ms, 'NX') then return end
  undo('UNLINK', state_key_of(owner))
  local confirm_ms = math.min(tonumber(lease_ms), LONGEST_CONFIRM_MS)
  call('HINCRBY', lock, owner, 1)
  undo('UNLINK', lock)
  call('PEXPIRE', lock, confirm_ms)
  -- What follows may be refused, such as the token. Without it, the waiter would find the token of the last holder.
  undo('UNLINK', lock)
  return confirm_ms
end

-- Adds a grant to the reply of a release.
local function with_grant(reply, granted)
  if not granted then return reply end
  table.insert(reply, 'granted')
  for _, word in ipairs(granted) do table.insert(reply, word) end
  return reply
end
