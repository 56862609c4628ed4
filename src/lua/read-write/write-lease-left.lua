-- Included after hold-state.lua by the scripts that tell a write hold what it has left.

-- Not all that the lock has: the writer's own read holds may keep that for longer than Redis remembers this life of the
-- writer, whose owner state lives longer than its holds by `beyond_ms`. The record outlives what is told.
local function write_left(life_ms, beyond_ms)
  local left = call('PTTL', lock)
  if not record then return left end
  left = math.max(math.min(left, call('PTTL', owner_state) - beyond_ms), 0)
  call('PEXPIRE', record, life_ms + left, 'GT')
  return left
end
