-- An operation of batch.lua: says that waiters of one lock live, many in one command, and tells who may acquire it.
-- KEYS 1 lock hash   2 lock hash   3 queue   4 writers   5 last attempts
-- ARGV 1 nonce   2 channel of releases   3… waiters, see queue.lua
-- reply {"touched", nonce, mode, remaining ms, first, writer, number, …}
--   mode: "free" | "plain" | "read" | "write"   remaining: -2 the lock is free
--   first: number of the first waiter; writer: of the first writer; 0: there is none
--   number: of each of these waiters; 0: it is not in the queue. A waiter that was presumed dead stays out of it: its
--   own attempt takes it back to the end
local lock, releases = KEYS[1], ARGV[2]
-- @include ../write.lua
-- @include ../fair-read-write/queue.lua
local waiters, seen = { unpack(ARGV, 3) }, {}
read_time()
for _, waiter in ipairs(waiters) do
  table.insert(seen, digits(now))
  table.insert(seen, waiter)
end
write('ZADD', tries, 'XX', unpack(seen))
if read('PTTL', tries) < RENEWED_BELOW_MS then
  for _, key in ipairs({ queue, writers, tries }) do call('PEXPIRE', key, KEPT_MS) end
end
local left = read('PTTL', lock)
local mode = left == -2 and 'free' or read('HGET', lock, 'mode') or 'plain'
local _, first = first_alive(queue)
local _, writer = first_alive(writers)
if dropped and (mode == 'free' or mode == 'read') then wake(mode) end
local reply = { 'touched', ARGV[1], mode, left, first or 0, writer or 0 }
for _, number in ipairs(read('ZMSCORE', queue, unpack(waiters))) do table.insert(reply, tonumber(number or 0)) end
return reply
