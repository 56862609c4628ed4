-- Raises the mark of a resource to a token, so that older tokens are refused from then on. A repeated run answers by
-- the mark of that moment.
-- KEYS 1 mark of the resource   2 latest token of the fenced lock of this name (Redisson's)
-- ARGV 1 nonce   2 token, decimal digits
-- reply {"fenced", nonce, 1 | 0}   1: no newer token was seen, and the mark is this one; 0: a newer one was seen, and
--     nothing changed
--       {"ahead", nonce}           the token is higher than any that was granted, and nothing changed
-- @include mark.lua
local mark = read('GET', mark_key)
if not admits(mark) then return { 'fenced', nonce, 0 } end
if is_ahead(mark, KEYS[2]) then return { 'ahead', nonce } end
raise(mark)
return { 'fenced', nonce, 1 }
