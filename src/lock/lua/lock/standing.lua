-- Included after clock.lua by the scripts that keep or serve the standing requests of the waiters for a lock.
-- The last two KEYS: list of standing requests, and its flag. The flag says that the list may not be empty: DEL of a
-- lock and this flag tells a release that somebody stands, in a command that it runs anyway. Both are hints. Without
-- them, a release is published, and waiters attempt.
-- @include mailbox.lua
local standing, flag = KEYS[#KEYS - 1], KEYS[#KEYS]
-- Longer than a request may be served.
local KEPT_MS = 160000

local function set_flag()
  call('SET', flag, '1', 'PX', KEPT_MS)
end
