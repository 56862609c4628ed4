-- Included by the scripts that change or read the list of the isolates that wait for a lock. Each isolate is in it
-- once, by its name of six digits, however many of its callers wait. The first is next to be named, and goes to the end
-- then. The flag says that the list may not be empty: DEL of a lock and this flag tells a release that isolates wait,
-- in a command that it runs anyway. List and flag are hints. Without them, a release wakes all isolates.
-- The last two KEYS: list of isolates, flag
local isolates, flag = KEYS[#KEYS - 1], KEYS[#KEYS]
-- Longer than an isolate that waits goes without an attempt, which sets it again.
local LISTED_MS = 45000
