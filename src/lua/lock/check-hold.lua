-- Included last by the scripts that ask for a hold, after hold-count.lua. Whoever includes it has defined
--   hold_left(count)   ms that a hold which counts has left; sees to it that its record lives for longer
-- ARGV 4 record life, ms
load_state()
local over = stored_end()
if over then return over end

local count = counted()
if not count then return remember_end('lost', ARGV[4]) end
return { 'counted', nonce, tonumber(count), hold_left(tonumber(count)) }
