-- Included after grant.lua by the scripts that acquire a lock.

-- Adds the holder to the answer of a last refusal that asks for it: its field, and its owner state, or "" if it has
-- none. Of several readers, it is one. With locked keys (src/lock/redis/key-locking.ts), no owner state of another is
-- read.
local function with_holder(answer)
  if not tells_holder or answer[1] ~= 'busy' then return answer end
  local field, other = unpack(read('HRANDFIELD', lock, 2))
  if field == 'mode' and other then field = other end
  if field then
    table.insert(answer, field)
    table.insert(answer, not KEYS.locked and read('GET', state_key_of(field)) or '')
  end
  return answer
end
