-- Included by the scripts that give permits.
-- A negative number would throw in the listener of a Java client.
local function notify(channel, permits)
  if permits >= 0 then call('PUBLISH', channel, permits) end
end
