-- @use lib/state lib/lock-hash lib/hold
-- @open end_last end_one give_up

-- Ends a hold, as the plain lock's release says. A script supplies:
--   end_last(is_quick)   ends the owner's only hold, and the lock unless others hold it; wakes waiters. `is_quick`:
--       Redis is not full
--   end_one(rest_ms, count, remember)   ends one of the owner's holds; the others keep at least this lease. Calls
--       remember() before its first write
--   give_up()   the hold does not count, and has ended: removes whatever else there is of it

local first, rest_lease_ms, life_ms, release_id = ARGV.again == '0', ARGV.lease_ms, ARGV.life_ms, ARGV.release_id
local by = release_id == '' and '' or ' ' .. release_id

-- `was_granted`: a release granted it. With locked keys, Redis may remember nothing else of it than the owner's field.
local function end_hold(epoch_told, was_granted)
  local is_hash, held = true, nil
  if not record then
    is_hash, held = pcall(read, 'HGET', lock, owner)
  end
  if held == '1' then
    -- The common case: one hold counts, and it is this one. SET with GET saves the billed command that would read the
    -- owner state. A full Redis refuses this SET, but not the DEL below.
    local done, before = pcall(call, 'SET', owner_state, '|-released' .. by, 'PX', life_ms, 'GET')
    if done and before then undo('SET', owner_state, before, 'PX', life_ms) end
    if done and not before then undo('UNLINK', owner_state) end
    if done and (before and string.sub(before, 1, 2) == '|+' or not before and (first and was_granted or is_lock())) then
      end_last(true)
      return ended('released')
    end
    -- Redis remembered nothing of this hold: the field is in a hash that is not a lock.
    if done and not before then return remember_end('taken', NEVER_GRANTED_MS) end
    -- Restore the owner state: the one hold may be another of this owner. The owner state must outlive the lock, whose
    -- TTL is at least that hold's lease.
    if done then
      local kept_ms = life_ms + read('PTTL', lock)
      call('SET', owner_state, before, 'PX', kept_ms)
      undo('SET', owner_state, before, 'PX', kept_ms)
    end
  end
  load_state()
  local over, released_by = stored_end()
  -- The hold was released by its text, or by a forged text.
  if over and by ~= '' and released_by ~= release_id and (over[3] == 'released' or string.find(over[3], '^still')) then
    return ended('released-elsewhere')
  end
  if over then return over end
  -- Only a first release may rely on the epoch of its grant. For a later one without a record, the owner's count may be
  -- that of its other holds.
  -- A key that holds something else may be deleted before a late copy of a cancelled acquire arrives.
  local count = (is_hash or is_known()) and counted(first and epoch_told)
  if not count then
    local how = lost_how(read('EXISTS', lock) == 1 and 'taken' or 'free')
    -- First: give_up() may grant the free lock to a waiter, which must not be this hold.
    local reply = remember_end(how, is_known() and life_ms or NEVER_GRANTED_MS)
    give_up()
    return reply
  end
  if tonumber(count) > 1 then
    local how = 'still:' .. count - 1
    end_one(rest_lease_ms, tonumber(count), function()
      remember_end(how, life_ms, by)
    end)
    -- The owner state must outlive the lock: otherwise an earlier hold of the owner would count in this life of the
    -- lock.
    if record then pcall(keep, owner_state, life_ms) end
    return ended(how)
  end
  local reply = remember_end('released', life_ms, by)
  end_last()
  return reply
end
