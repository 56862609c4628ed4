-- Included after lock-hash.lua by the scripts that free a lock: gives it to a waiter, in the same run.

-- Returns for how long this grant counts without a renewal: a waiter that does not hear of it delays the others no
-- longer. Nil: this hold has ended, or was granted before.
local function give(owner, lease_ms, life_ms, about)
  -- The owner state exists after an end or a grant of this hold: a cancel, a last refusal, or its own attempt.
  if not call('SET', state_key_of(owner), '|+' .. about, 'PX', life_ms, 'NX') then return end
  undo('UNLINK', state_key_of(owner))
  lease_ms = tonumber(lease_ms)
  local confirm_ms = math.min(lease_ms, 5000, math.max(1000, math.floor(lease_ms / 6)))
  call('HINCRBY', lock, owner, 1)
  undo('UNLINK', lock)
  call('PEXPIRE', lock, confirm_ms)
  return confirm_ms
end

-- Adds a grant to the reply of a release.
local function with_grant(reply, granted)
  if not granted then return reply end
  table.insert(reply, 'granted')
  for _, word in ipairs(granted) do table.insert(reply, word) end
  return reply
end
