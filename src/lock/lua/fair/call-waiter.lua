-- Included after lock-hash.lua, queue.lua and mailbox.lua by the scripts that call waiters of a fair lock: each by the
-- mailbox of its isolate, if it left a request, or on its own channel, as Redisson's.
-- The requests, texts as in mailbox.lua, are outside KEYS. With locked keys (src/lock/redis/key-locking.ts) there are
-- none.

-- Returns the request of a waiter, or nil. The key may be of another type.
local function request_of(waiter)
  if KEYS.locked then return end
  local text = redis.pcall('GET', (string.gsub(state_key_of(waiter), '^([^:]+:[^:]*):owner:', '%1:waiter:')))
  return type(text) == 'string' and text or nil
end

-- Returns whether there is a mailbox in the request.
local function tell_by(request, ...)
  local mailbox = string.match(request or '', '^~?(' .. MAILBOX .. ') ')
  if mailbox then tell(mailbox, ...) end
  return mailbox
end

-- Calls a waiter to attempt. `channels`: prefix of the waiters' channels. `request`: as request_of() returns it.
local function call_waiter(channels, waiter, request)
  if not tell_by(request, 'try', waiter, 0) then publish(channels .. waiter, '0') end
end
