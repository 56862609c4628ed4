-- Included after hold-count.lua: renews the hold that the locals of hold-state.lua speak of.

-- The hold count, or nil and the end: stored before, or "lost", which is remembered now so that no late copy of the
-- acquire takes the lock again. `life_ms`: how long such an end is remembered; `kept_ms`: how long the hold is from
-- now, when it counts; `renew_more(count)`: what is to be renewed before its record.
local function renew(lease_ms, life_ms, kept_ms, renew_more)
  local over = stored_end()
  if over then return nil, over end
  local count = counted()
  if not count then return nil, remember_end('lost', life_ms) end
  call('PEXPIRE', lock, lease_ms, 'GT')
  if renew_more then renew_more(tonumber(count)) end
  if record then
    if owner_state_exists then
      call('PEXPIRE', owner_state, kept_ms, 'GT')
    else
      -- Others have kept the lock for longer than this owner was remembered.
      write_owner_state(string.sub(hold_mark, 2) .. '|', kept_ms)
    end
    call('PEXPIRE', record, kept_ms, 'GT')
  end
  return tonumber(count)
end
