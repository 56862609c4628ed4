-- Included by every script that acts on one hold. What Redis remembers about it, by the recipe of docs/replay-safety.md.
-- KEYS 1 lock hash (Redisson's)
--      2 page: what we remember of this owner on this lock, "<epoch>|<default hold: '+' granted, '-<how>' ended>"
--      3 record of this hold: "+<epoch>" granted, "-<how>" ended. Absent when the owner is a default one: it has
--        one hold, which the page records
-- Behind the end that a release made stands a space and the id of the release, if it has one.
-- ARGV 1 nonce   2 owner   3 hold id
-- The epoch is the id of the hold that took the free lock, "" when the default hold did, which it can do only once. Once
-- the lock was free, an earlier hold of the same owner meets another epoch and can touch nothing.
local lock, page, record, nonce, owner, hold = KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2], ARGV[3]
local call = redis.call
local epoch, default_end, mark = '', '', ''
-- What the names of read holds' keys begin with; the scripts of the read/write lock have a local of their own.
local timeouts = ''
local page_exists = false

-- Takes in the texts of page and record, false when there is none.
local function know(page_text, record_text)
  page_exists = page_text ~= false
  epoch, default_end = string.match(page_text or '|', '^(.-)|(.*)$')
  mark = record and (record_text or '') or default_end
end

local function load_state()
  if record then
    know(unpack(call('MGET', page, record)))
  else
    know(call('GET', page))
  end
end

local function ended(how)
  return { 'ended', nonce, how }
end

-- The stored end of this hold, or nil: a definite answer never changes, whoever asks and how often. Also the id of the release.
local function stored_end()
  local how, by = string.match(mark, '^%-(%S*) ?(.*)$')
  if how then return ended(how), by end
end

-- A page also serves the owner's other holds, which may have longer leases: writing it never shortens its life.
local function write_page(text, life_ms)
  if page_exists then
    local left = call('PTTL', page)
    if left > tonumber(life_ms) then life_ms = left end
  end
  call('SET', page, text, 'PX', life_ms)
end

-- How long a release or cancel is remembered of a hold of which nothing says that it was granted: as long as a late copy of its acquire may
-- take. A forged release, which names any lease, must not keep an owner out for longer.
local NEVER_GRANTED_MS = 60000

local function is_known()
  return page_exists or mark ~= ''
end

-- `by`: what to add to it, a space and the id of the release.
local function remember_end(how, life_ms, by)
  local text = '-' .. how .. (by or '')
  if record then
    call('SET', record, text, 'PX', life_ms)
  else
    write_page(epoch .. '|' .. text, life_ms)
  end
  return ended(how)
end
