-- Withdraws a request that Redis remembers: if it has not run yet, it never will. A copy of it then gets no number.
-- KEYS 1 record of this request
-- ARGV 1 nonce   2 record life, ms
-- reply {"done", nonce, 1 | 0}   1: withdrawn, by this run or an earlier one; 0: the request has run
local record, nonce = KEYS[1], ARGV[1]
-- @include ../write.lua
local is_new = write('SET', record, 'withdrawn', 'PX', ARGV[2], 'NX')
return { 'done', nonce, (is_new or read('GET', record) == 'withdrawn') and 1 or 0 }
