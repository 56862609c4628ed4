-- Included after renew-hold.lua by the scripts that renew many holds; read holds also need read-write/timeouts.lua.

-- Renews the holds that KEYS and ARGV name, and returns the reply.
local function renew_each()
  local enough_ms, beyond_ms = tonumber(ARGV[2]), tonumber(ARGV[3])
  local holds = (#ARGV - 3) / 6
  local asked, records = {}, 0
  for at = 1, holds do
    table.insert(asked, KEYS[2 * at])
  end
  for at = 2 * holds + 1, #KEYS do
    table.insert(asked, KEYS[at])
  end
  local kept = read('MGET', unpack(asked))
  local replies = { 'renewals', ARGV[1] }
  for at = 1, holds do
    local lease_ms, life_ms, has_record
    owner, hold, lease_ms, life_ms, has_record, timeouts = unpack(ARGV, 6 * at - 2, 6 * at + 3)
    lock, owner_state, record = KEYS[2 * at - 1], KEYS[2 * at], nil
    if has_record == '1' then
      records = records + 1
      record = KEYS[2 * holds + records]
    end
    know(kept[at], record and kept[holds + records])
    local shared = timeouts ~= ''
    local own = shared and own_left(beyond_ms)
    -- Neither the lock nor, for certain, its keys show the remaining lease of a read hold.
    local left = enough_ms and not shared and read('PTTL', lock)
    -- Other holds of the owner may keep the lock alive, but not what Redis remembers of this hold.
    if left and record then left = math.min(left, read('PTTL', owner_state) - beyond_ms, read('PTTL', record) - beyond_ms) end
    local count, over
    if left and left > enough_ms then
      over = stored_end() or not counted() and remember_end(lost_how('lost'), life_ms)
    else
      left = tonumber(lease_ms)
      -- Remember the hold for the lease of this renewal, not of its grant. The remaining lease of a read hold is
      -- computed from the life of its record.
      count, over = renew(lease_ms, life_ms, left + beyond_ms, has_record == '2', shared and function(holds)
        renew_slot(holds, own, lease_ms)
      end)
    end
    table.insert(replies, over and over[3] or left)
  end
  return replies
end
