-- Acquires the lock as the plain lock's script does, and issues a token higher than all before to each holder of the
-- free lock. Redisson's fenced acquire, safe to repeat. Redisson raises the token on re-entry, too.
-- KEYS 1 lock hash   2 owner state   3 latest token (Redisson's)   [4 record: only when the caller passed the owner]
-- ARGV as the plain lock's
-- reply {"held", nonce, hold count, remaining ms, epoch, token}   token: decimal digits; the same as long as the lock
--     is held
--       {"busy", …}, {"ended", …}   as the plain lock's
-- @include ../lock/hold-state.lua
record = KEYS[4]
-- @include ../lock/lock-hash.lua
-- @include ../lock/exclusive-acquire.lua
-- @include ../lock/grant.lua
-- @include ../lock/new-owner.lua
-- @include ../lock/with-holder.lua
-- @include token.lua
if record then
  -- Fast path: none of the keys exists.
  if call('EXISTS', lock, owner_state, record) == 0 then return take_with_token(latest_token()) end
else
  local left = left_of_others(ARGV[6] ~= '2')
  local answer = left == -2 and take_new_with_token() or refuse_new(left)
  if answer then return with_holder(answer) end
end

local answer, latest = settled_with_token()
if answer then return answer end

local left = time_left()
if left == -2 then
  -- Another owner's lease ended just now.
  if not record then latest = latest_token() end
  return take_with_token(latest)
end
if last then remember_end('refused', life_ms) end
return with_holder({ 'busy', nonce, left })
