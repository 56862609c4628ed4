-- Included last by the scripts that check a hold, after hold-count.lua. The including file defines
--   hold_left(count)   returns the remaining ms of a hold that counts; makes its record live longer than that
-- ARGV 4 record life, ms
load_state()
local over = stored_end()
if over then return over end

local count = counted()
if not count then return remember_end(lost_how('lost'), ARGV[4]) end
return { 'counted', nonce, tonumber(count), hold_left(tonumber(count)) }
