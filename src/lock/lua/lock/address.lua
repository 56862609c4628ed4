-- Included by the scripts that call waiters on channels of ours. A request has the address of its channel, "<head>:<kind>:
-- <id>", which src/lock/keys.ts spells: the releaser may have another prefix than the waiter.
local HEAD = '[%w._%%-]*'

local function channel_at(address)
  return 'leasehound:' .. address
end
