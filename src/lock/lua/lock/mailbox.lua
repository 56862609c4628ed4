-- Included after clock.lua by the scripts that call waiters by the mailbox of their isolate.
-- A request of such a waiter is a text:
--   "<mailbox> <owner> <lease, ms> <record life, ms> <seen: Redis' epoch ms> <how><about>"
--   a "~" before the mailbox: the waiter may only be called to attempt, and is never granted the lock
--   mailbox: the address of the channel of one isolate, "<head>:mailbox:<32 hexadecimal digits>"
--   how: "-"; "t": the grant needs a fencing token
--   about: as in hold-state.lua
-- Messages on the channel of a mailbox:
--   granted <owner> <Redis' epoch ms> <confirmation lease, ms> <since> [<token>]   since: see serve.lua
--   next <owner> <ms>   attempt after this time, unless another message comes
--   try <owner> 0       attempt now
-- @include address.lua
local MAILBOX = HEAD .. ':mailbox:' .. string.rep('%x', 32)

local function tell(mailbox, ...)
  publish(channel_at(mailbox), table.concat({ ... }, ' '))
end

-- Returns whether somebody subscribes to a mailbox. A Redis that cannot count may have subscribers. PUBLISH counts only
-- after a grant: a grant that was taken back because of a wrong count would have two holders.
local function is_heard(mailbox)
  local counts = redis.pcall('PUBSUB', 'NUMSUB', channel_at(mailbox))
  return counts.err ~= nil or counts[2] ~= 0
end

-- Returns a request with the time of Redis, for which a client writes "0" if it does not know it.
local function dated(text)
  return (string.gsub(text, '^(%S+ %S+ %d+ %d+ )0 ', '%1' .. digits(now) .. ' '))
end
