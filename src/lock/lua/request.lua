-- @use lib/state lib/once

-- Requests of all counters: of semaphores and latches.

-- @script number
-- Reads a counter: the permits of a semaphore, or the count of a latch.
-- KEYS counter
-- ARGV nonce
--   counter: Redisson's
-- reply {"done", nonce, number}   0 when there is no such key
return { 'done', ARGV.nonce, tonumber(counter(read('GET', KEYS[1])) or 0) }

-- @script try-set
-- Sets a counter unless it exists, once per request: Redisson's trySetPermits of a semaphore, and trySetCount of a
-- latch.
-- KEYS counter, record
-- ARGV nonce, life_ms, value, channel, message, [ttl_ms]
--   counter: Redisson's   record: of this request
--   ttl_ms: of the counter; default: none
-- reply {"done", nonce, 1 | 0}   1: set, by this run or an earlier one; 0: it existed, and is unchanged
-- @with lib/once
-- @run once
local number, ttl_ms = ARGV.value, ARGV.ttl_ms
if value then return done(0, write) end
local reply = done(1, call)
if ttl_ms then call('SET', key, number, 'PX', ttl_ms) else call('SET', key, number) end
publish(ARGV.channel, ARGV.message)
return reply

-- @script withdraw
-- Withdraws a request that Redis remembers: if it has not run yet, it never will. A copy of it then gets no number.
-- KEYS record
-- ARGV nonce, life_ms
--   record: of that request
-- reply {"done", nonce, 1 | 0}   1: withdrawn, by this run or an earlier one; 0: the request has run
local record, nonce = KEYS[1], ARGV.nonce
local is_new = write('SET', record, 'withdrawn', 'PX', ARGV.life_ms, 'NX')
return { 'done', nonce, (is_new or read('GET', record) == 'withdrawn') and 1 or 0 }
