-- Included after timeouts.lua and before grant.lua by the scripts that acquire the read lock.
-- A script may walk all read holds of its owner.
local MAX_HOLDS = 64
local function begin(lease_ms)
  local left = mode and read('PTTL', lock) or -2
  if mode == 'write' then
    call('HSET', lock, owner, 1)
  else
    call('HSET', lock, 'mode', 'read', owner, 1)
  end
  if left == -2 then undo('UNLINK', lock) else undo('HDEL', lock, owner) end
  call('SET', timeout_key(owner, 1), '1', 'PX', lease_ms)
  undo('UNLINK', timeout_key(owner, 1))
  if left < tonumber(lease_ms) then call('PEXPIRE', lock, lease_ms) end
end
local function add(lease_ms, _, life_ms)
  local count = call('HINCRBY', lock, owner, 1)
  undo('HINCRBY', lock, owner, -1)
  call('SET', timeout_key(owner, count), '1', 'PX', lease_ms)
  undo('UNLINK', timeout_key(owner, count))
  -- Exactly this life, and no more: own_left computes the remaining lease from it.
  call('PEXPIRE', record, life_ms)
  return count, tonumber(lease_ms)
end
local function hold_left(count, life_ms)
  return read_left(count, life_ms - ARGV[4])
end
local function is_this_kind()
  return mode == 'read' or mode == 'write'
end

-- Removes the holds of an owner that Redis has forgotten, if they outlived their leases beside other readers: this hold
-- starts anew. Expects that load_state() has run.
local function forget_outlived()
  if not record or owner_state_exists or hold_mark ~= '' then return end
  look()
  if not count or not is_this_kind() or longest_of(owner, tonumber(count)) > 0 then return end
  time_left()
  -- Without a reader there is no lock.
  call(read('HLEN', lock) == 2 and 'DEL' or 'HDEL', lock, owner)
end
