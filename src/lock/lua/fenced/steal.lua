-- Acquires the lock even if others hold it, as the plain lock's steal, and issues a token higher than all before.
-- KEYS as acquire.lua's
-- ARGV as the plain lock's steal
-- reply {"held", nonce, hold count, remaining ms, epoch, token, [fields]}   fields: as the plain lock's steal
--       {"ended", nonce, how}   never {"busy", …}
-- error NOT_A_LOCK   also for a latest token that has no next one
-- @include ../lock/hold-state.lua
record = KEYS[4]
-- @include ../lock/lock-hash.lua
-- @include ../lock/exclusive-acquire.lua
-- @include ../lock/grant.lua
-- @include ../lock/new-owner.lua
local theft, told_on = ARGV[9], ARGV[10]
-- @include ../lock/take-away.lua
local token_key = KEYS[3]
-- @include token.lua
local take_first, known = take_new_with_token, settled_with_token
local function take_free()
  return take_with_token(latest_token())
end
local function steal(left)
  if mode ~= 'plain' then refuse(lock) end
  -- Read this before anything is written.
  local latest = latest_token()
  if latest == MOST then refuse(token_key) end
  return take_away(left, function()
    return take_with_token(latest)
  end)
end
-- @include ../lock/steal-answer.lua
return answer()
