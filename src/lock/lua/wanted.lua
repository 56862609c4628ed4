-- Whether somebody waits for what a hold has.

-- @script ask
-- Counts those who wait. Marks a holder that listens, so that new waiters notify it.
-- KEYS waiters, [owner_state]
-- ARGV nonce, form, channel, head
--   waiters: the list of standing requests, or the queue   form: of that: "requests" | "list" | "zset" | "none"
--   owner_state: of the holder, if it listens   head: of its channel of ends, see src/lock/keys.ts
--   channel: of the release. Waiters that are in no list follow it, each process once
-- reply {"waiting", nonce, number, first}   number: at most 100 of a list or queue, and those on the channel; -1: Redis
--           refuses to count these
--       first: the first one of the list or queue, as it is there, or ""
local MOST = 100
-- Longer than any waiter.
local LONGEST = 1000
local form, channel, owner_state = ARGV.form, ARGV.channel, KEYS[2]

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
  if form == 'zset' then return read('ZRANGE', KEYS[1], 0, MOST - 1) end
  return read('LRANGE', KEYS[1], 0, MOST - 1)
end

-- Returns how many of these requests have an open stream or follow the channel, and the first of the requests.
local function heard(requests)
  local channels, known = { channel }, {}
  for _, request in ipairs(requests) do
    local mailbox = string.match(request, '^~?([%w._%%-]*:mailbox:%x+) ')
    if mailbox then
      table.insert(channels, 'leasehound:' .. mailbox)
      table.insert(known, request)
    end
  end
  local counts = redis.pcall('PUBSUB', 'NUMSUB', unpack(channels))
  if counts.err then return #known > 0 and #known or -1, known[1] end
  local number, first = counts[2], nil
  for at, request in ipairs(known) do
    if counts[2 * at + 2] > 0 then
      number = number + 1
      first = first or request
    end
  end
  return number, first
end

if owner_state then
  local state = read('GET', owner_state)
  if state then mark(state) end
end
local texts = listed()
local number, first = #texts, texts[1]
if form == 'requests' or form == 'none' then number, first = heard(texts) end
return { 'waiting', ARGV.nonce, number, string.sub(first or '', 1, LONGEST) }
