-- Included by the scripts that call waiters on channels of ours. A waiter leaves the address of its channel, in the
-- form of src/lock/keys.ts: "<head>:<kind>:<id>". The releaser may have another prefix.
local HEAD = '[%w._%%-]*'

local function channel_at(address)
  return 'leasehound:' .. address
end
