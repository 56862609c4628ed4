-- Renews many holds of exclusive locks: renew-many.lua without what only read holds need.
-- KEYS, ARGV, reply: those of renew-many.lua; no hold has a prefix of timeout keys
-- @include hold-state.lua
-- @include lock-hash.lua
-- @include hold-count.lua
-- @include renew-hold.lua
-- @include renew-each.lua
return renew_each()
