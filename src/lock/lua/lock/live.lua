-- Included after lock-hash.lua and mailbox.lua by the scripts that serve requests.
local STANDING_MS = 150000
local REQUEST = '^(~?)(' .. MAILBOX .. ') (%S+) ([1-9]%d*) ([1-9]%d*) (%d+) ([-t])(.*)$'
-- Redis refuses a longer number.
local MOST_DIGITS = 15

-- Returns the parts of a request that may be served: mark, mailbox, owner, lease, record life, how, about. Nil: it is
-- too old, or nobody hears its isolate, or the text is no request.
local function live(text)
  local mark, mailbox, owner, lease_ms, life_ms, seen, how, about = string.match(text, REQUEST)
  if not mark or string.find(about, '^[^\n]') or math.max(#lease_ms, #life_ms) > MOST_DIGITS then return end
  if now - seen >= STANDING_MS or (mark == '' and not is_heard(mailbox)) then return end
  return mark, mailbox, owner, lease_ms, life_ms, how, about
end
