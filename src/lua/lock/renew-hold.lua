-- Included after counted.lua: renews the hold that the locals of hold-state.lua speak of.

-- The hold count, or nil and the end: stored before, or "lost", which is remembered now so that no late copy of the
-- acquire takes the lock again.
local function renew(lease_ms, life_ms)
  local over = stored_end()
  if over then return nil, over end
  local count = counted()
  if not count then return nil, remember_end('lost', life_ms) end
  call('PEXPIRE', lock, lease_ms, 'GT')
  if record then
    call('PEXPIRE', page, life_ms, 'GT')
    call('PEXPIRE', record, life_ms, 'GT')
  end
  return tonumber(count)
end
