-- Included after hold-count.lua: renews the hold that the locals of hold-state.lua describe.

-- Returns the hold count, or nil and the end: the stored one, "lost" or "stolen". Records it, so that no late copy of
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
  elseif keeps_state then
    keep(owner_state, kept_ms)
  end
  return tonumber(count)
end
