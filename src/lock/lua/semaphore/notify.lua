-- Included by the scripts that give permits.
-- Publishes the number of permits. A negative one would throw in the listener of a Java client.
local function notify(channel, permits)
  if permits >= 0 then call('PUBLISH', channel, permits) end
end
