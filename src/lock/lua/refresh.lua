-- @use lib/waiters

-- A token that works once: the mark of its spend.

-- @script spend
-- Marks that the holder of a flight is about to spend what has this version, once for each version.
-- KEYS lock, mark
-- ARGV nonce, owner, version, again_ms
--   mark: "<Redis' epoch ms> <owner> <version>", without a TTL: after its end, a second spend would be allowed
--   version: text without a space   again_ms: for how long after the first spend a further one is allowed
-- reply {"spends", nonce, ms}   the owner may spend it; ms since the first spend, 0: this is the first
--       {"spent", nonce, ms}    another holder may have spent it, so long ago
--       {"ended", nonce, how}   lost: the owner has no such lock, and may not spend anything
local lock, mark, nonce, owner, version = KEYS[1], KEYS[2], ARGV.nonce, ARGV.owner, ARGV.version
local at, by, of = string.match(read('GET', mark) or '', '^(%d+) (%S+) (.*)$')
read_time()
if of == version and by == owner then return { 'spends', nonce, 0 } end
if read('HEXISTS', lock, owner) == 0 then return { 'ended', nonce, 'lost' } end
if of ~= version then
  call('SET', mark, digits(now) .. ' ' .. owner .. ' ' .. version)
  return { 'spends', nonce, 0 }
end
local since_ms = math.max(0, now - at)
return { since_ms < tonumber(ARGV.again_ms) and 'spends' or 'spent', nonce, since_ms }
