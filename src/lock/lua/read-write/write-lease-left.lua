-- Included after hold-state.lua by the scripts that reply with the remaining lease of a write hold.

-- Returns a write hold's remaining ms. The lock may have more: the writer's own read holds may keep it for longer than
-- Redis remembers the writer. The writer's owner state lives `beyond_ms` longer than its holds. The record outlives the
-- returned lease.
local function write_left(life_ms, beyond_ms)
  local left = read('PTTL', lock)
  if not record then return left end
  local state_left = read('PTTL', owner_state)
  -- -1: another program removed a TTL.
  if state_left ~= -1 then
    local own = state_left - beyond_ms
    left = math.max(left == -1 and own or math.min(left, own), 0)
  end
  call('PEXPIRE', record, life_ms + left, 'GT')
  return left
end
