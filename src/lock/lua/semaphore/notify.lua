-- Included by the scripts that give permits.
-- Publishes the number of permits. A negative one would throw in the listener of a Java client.
local function notify(channel, permits)
  if permits >= 0 then publish(channel, permits) end
end
