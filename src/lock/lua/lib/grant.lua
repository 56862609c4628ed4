-- @use lib/state lib/lock-hash
-- @open MAX_HOLDS begin add hold_left is_this_kind is_unknown

-- Grants a lock, or says why not. A script supplies, by lib/exclusive.lua, lib/reads.lua or lib/writes.lua:
--   MAX_HOLDS             how many holds of the lock one owner may have
--   begin(lease_ms)       creates this owner's first hold: its field, and the lease
--   add(lease_ms, left, life_ms)   adds one hold; `left`: the lock's remaining ms, at least. Returns the hold count
--       and this hold's remaining ms
--   hold_left(count, life_ms)   returns the remaining ms of a hold that counts, at least; makes its record live longer
--       than that
--   is_this_kind()    returns whether the lock is of this kind, so that the owner's field counts its holds
--   is_unknown()      returns whether Redis knows nothing of this owner. Default: by one command
-- ARGV as lock/acquire's

local lease_ms, life_ms, non_reentrant = ARGV.lease_ms, ARGV.life_ms, ARGV.non_reentrant == '1'
local tells_holder = ARGV.attempt == '3'
local last = tells_holder or ARGV.attempt == '1'

local function take()
  if record then
    call('SET', record, '+' .. hold, 'PX', life_ms)
    undo('UNLINK', record)
    about = ARGV.about
    write_owner_state(hold .. '|' .. default_end, life_ms)
  else
    call('SET', owner_state, '|+' .. ARGV.about, 'PX', life_ms)
    undo('UNLINK', owner_state)
  end
  begin(lease_ms)
  return { 'held', nonce, 1, tonumber(lease_ms), record and hold or '' }
end

-- Returns the answer if it does not depend on whether the lock is free, else nil. Such answers: this hold has ended, it
-- already counts, or its owner holds the lock. Raises NOT_A_LOCK.
local function settled()
  local over = stored_end()
  if over then return over end
  -- A default owner is unknown before its grant, so its owner state or its field proves the grant.
  local known = not record or hold_mark ~= ''
  look()
  if count and known then
    -- A repeated attempt of a hold that counts gets the same answer, and does not set the lease again.
    local born = string.sub(hold_mark, 2)
    if epoch ~= '' and epoch ~= born then return remember_end(lost_how('lost'), life_ms) end
    -- A release granted the lock with locked keys, or reserved it, and wrote no owner state: see give() in
    -- lib/waiters.lua.
    if not record and not owner_state_exists and mode == 'plain' then
      about = ARGV.about
      write_owner_state('|+', life_ms)
      call('PEXPIRE', lock, lease_ms, 'GT')
    end
    return { 'held', nonce, tonumber(count), hold_left(tonumber(count), life_ms), born }
  end
  if count and is_this_kind() then
    if non_reentrant then return remember_end('reentered', life_ms) end
    if tonumber(count) >= MAX_HOLDS then return remember_end('crowded', life_ms) end
    local left = time_left()
    -- After a theft, a Java service made the owner a holder again: its holds need an epoch.
    if string.sub(epoch, 1, 1) == '!' then epoch = hold end
    local longer = math.max(left, tonumber(lease_ms))
    -- A record outlives the lease in the reply, so a client with a valid lease finds its hold counted. This write comes
    -- first: a full Redis refuses it, and so the whole grant.
    call('SET', record, '+' .. epoch, 'PX', life_ms + longer)
    undo('UNLINK', record)
    -- Re-entry: write the owner state again, so that it lives as long as this hold may.
    write_owner_state(epoch .. '|' .. default_end, life_ms)
    local holds, ms = add(lease_ms, longer, life_ms)
    -- Redisson sets the TTL to the new lease even when that shortens it; no script of ours shortens a held lock.
    if left < longer then call('PEXPIRE', lock, lease_ms) end
    return { 'held', nonce, holds, ms, epoch }
  end
  if hold_mark ~= '' or (owner_state_exists and not record) then return remember_end(lost_how('lost'), life_ms) end
end

-- The functions for a new owner, which was made for this hold. The grant and each end of the hold write its owner
-- state. So without an owner state, this hold was never granted and has not ended: the lock is free, or another owner
-- holds it. Each function returns nil if the answer depends on more.

-- A few fields of the lock, each with its value; nil: it was not looked at.
local looked

-- Returns the remaining ms of a lock that this owner does not hold; -2: it is free; -1: it has no TTL. Nil: this owner
-- holds it, or the key is no lock. `looks`: whether to check what the key is. With locked keys, only a look shows a
-- grant by a release.
local function left_of_others(looks)
  if looks or KEYS.locked then
    local is_lock, some = pcall(look)
    if not is_lock or count then return end
    looked = some
  end
  if mode == false then return -2 end
  return read('PTTL', lock)
end

local function take_new()
  if not call('SET', owner_state, '|+' .. ARGV.about, 'PX', life_ms, 'NX') then return end
  undo('UNLINK', owner_state)
  begin(lease_ms)
  return { 'held', nonce, 1, tonumber(lease_ms), '' }
end

local function is_unknown()
  return read('EXISTS', owner_state) == 0
end

-- Returns whether a refusal is final. One that tells the holder reads a key of that.
local function is_last()
  if tells_holder and KEYS.locked then error('KEY_NOT_LOCKED') end
  return last
end

-- `left`: the lock's remaining ms, or nil.
local function refuse_new(left)
  if not left or left < 0 then return end
  local unknown
  if is_last() then
    unknown = write('SET', owner_state, '|-refused', 'PX', life_ms, 'NX')
  else
    unknown = is_unknown()
  end
  if unknown then return { 'busy', nonce, left } end
end

-- Adds the holder to the answer of a last refusal that asks for it: its field, and its owner state, or "" if it has
-- none. Of several readers, it is one.
local function with_holder(answer)
  if not tells_holder or answer[1] ~= 'busy' then return answer end
  local field, other = unpack(read('HRANDFIELD', lock, 2))
  if field == 'mode' and other then field = other end
  if field then
    table.insert(answer, field)
    table.insert(answer, read('GET', state_key_of(field)) or '')
  end
  return answer
end
