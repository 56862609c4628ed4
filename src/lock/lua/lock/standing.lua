-- Included after clock.lua by the scripts that keep or serve the standing requests of the waiters for a lock.
-- The last two KEYS: list of standing requests, and its flag. The flag says that the list may not be empty: DEL of a
-- lock and this flag tells a release that somebody stands, in a command that it runs anyway. Both are hints. Without
-- them, a release is published, and waiters attempt.
-- A standing request is a text:
--   "<mailbox> <owner> <lease, ms> <record life, ms> <seen: Redis' epoch ms> <how><about>"
--   a "~" before the mailbox: the waiter may only be called to attempt, and is never granted the lock
--   mailbox: 32 hexadecimal digits, of one isolate   how: "-"; "t": the grant needs a fencing token
--   about: as in hold-state.lua
-- Messages on the channel of a mailbox:
--   granted <owner> <Redis' epoch ms> <confirmation lease, ms> <since> [<token>]   since: see serve.lua
--   next <owner> <ms>   attempt after this time, unless another message comes
--   try <owner> 0       attempt now
local standing, flag = KEYS[#KEYS - 1], KEYS[#KEYS]
-- Longer than a request may be served.
local KEPT_MS = 160000
local MAILBOXES = 'leasehound:mailbox:'

-- Returns whether somebody subscribes to a mailbox. A Redis that cannot count may have subscribers. PUBLISH counts only
-- after a grant: a grant that was taken back because of a wrong count would have two holders.
local function is_heard(mailbox)
  local counts = redis.pcall('PUBSUB', 'NUMSUB', MAILBOXES .. mailbox)
  return counts.err ~= nil or counts[2] ~= 0
end

-- A client that does not know the clock of Redis yet writes "0" for it.
local function dated(text)
  return (string.gsub(text, '^(%S+ %S+ %d+ %d+ )0 ', '%1' .. digits(now) .. ' '))
end

local function set_flag()
  call('SET', flag, '1', 'PX', KEPT_MS)
end
