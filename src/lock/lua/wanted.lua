-- @use lib/lock-hash lib/waiting

-- Whether somebody waits for what a hold has.

-- @script ask
-- Counts those who wait. Marks a holder that listens, so that new waiters notify it.
-- KEYS waiters, owner_state
-- ARGV nonce, owner, form, channel, head
--   waiters: the list of standing requests, or the queue   form: of that: "requests" | "list" | "zset" | "none"
--   owner_state, owner: of the holder, which does not wait for itself
--   channel: of the release. Waiters that are in no list follow it, each process once
--   head: of the channel of its ends, see src/lock/keys.ts, if it listens; or ""
-- reply {"waiting", nonce, listed, streams, first}   listed: at most 100 of the list or queue
--   streams: how many follow the channel; 0 for a queue; -1: Redis refuses to count them; -2: it counts others, too
--   first: the first one of the list or queue, as it is there, or ""
-- Longer than any waiter.
local LONGEST = 1000
local form, channel = ARGV.form, ARGV.channel
local lock, owner_state, owner, epoch, hold_mark = '', KEYS[2], ARGV.owner, '', ''

-- Marks the owner state: what it says of the grant begins with "@<head> ". No script but that of a waiter reads the mark.
-- An end stays as it is.
local function mark(state)
  local known, about = string.match(state, '^([^\n]*)\n?(.*)$')
  if string.sub(about, 1, 1) == '@' or string.find(known, '|-', 1, true) then return end
  -- A full Redis refuses a write, unless the script ran another one before. This one changes nothing.
  redis.pcall('PEXPIRE', owner_state, 1, 'GT')
  call('SET', owner_state, known .. '\n@' .. ARGV.head .. ' ' .. about, 'KEEPTTL')
end

local function listed()
  if form == 'none' then return {} end
  if form == 'zset' then return read('ZRANGE', KEYS[1], 0, MOST_LISTED - 1) end
  return read('LRANGE', KEYS[1], 0, MOST_LISTED - 1)
end

local state = ARGV.head ~= '' and read('GET', owner_state)
if state then mark(state) end
local texts = listed()
local number, first, streams = #texts, texts[1], 0
-- Those in a queue are all there.
if form == 'requests' or form == 'none' then
  local requests, keys = requests_in(texts, { [owner] = true })
  -- With locked keys, no request of an ended owner stays in the list.
  local states = (KEYS.locked or #keys == 0) and {} or read('MGET', unpack(keys))
  number, first, streams = waiting(requests, { channel }, states)
end
return { 'waiting', ARGV.nonce, number, streams, string.sub(first or '', 1, LONGEST) }
