-- Included by every script that acts on one hold. What Redis remembers about it, by the recipe of
-- docs/replay-safety.md.
-- KEYS 1 lock hash (Redisson's)
--      2 owner state: what we remember of this owner on this lock, "<epoch>|<default hold: '+' granted, '-<how>'
--          ended>"
--      3 record of this hold: "+<epoch>" granted, "-<how>" ended. Absent when the owner is a default one: it has
--        one hold, which the owner state records
-- Behind the end that a release made stands a space and the id of the release, if it has one.
-- ARGV 1 nonce   2 owner   3 hold id
-- The epoch is the id of the hold that took the free lock, "" when the default hold did, which it can do only once.
-- Once the lock was free, an earlier hold of the same owner meets another epoch and can touch nothing.
local lock, owner_state, record, nonce, owner, hold = KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2], ARGV[3]
local call = redis.call
local epoch, default_end, hold_mark = '', '', ''
-- What the names of read holds' keys begin with; the scripts of the read/write lock have a local of their own.
local timeouts = ''
local owner_state_exists = false

-- Takes in the texts of owner state and record, false when there is none.
local function know(owner_state_text, record_text)
  owner_state_exists = owner_state_text ~= false
  epoch, default_end = string.match(owner_state_text or '|', '^(.-)|(.*)$')
  hold_mark = record and (record_text or '') or default_end
end

local function load_state()
  if record then
    know(unpack(call('MGET', owner_state, record)))
  else
    know(call('GET', owner_state))
  end
end

local function ended(how)
  return { 'ended', nonce, how }
end

-- The stored end of this hold, or nil: a definite answer never changes, whoever asks and how often. Also the id of the
-- release.
local function stored_end()
  local how, by = string.match(hold_mark, '^%-(%S*) ?(.*)$')
  if how then return ended(how), by end
end

-- An owner state also serves the owner's other holds, which may have longer leases: writing it never shortens its life.
local function write_owner_state(text, life_ms)
  if owner_state_exists then
    local left = call('PTTL', owner_state)
    if left > tonumber(life_ms) then life_ms = left end
  end
  call('SET', owner_state, text, 'PX', life_ms)
end

-- How long a release or cancel is remembered of a hold of which nothing says that it was granted: as long as a late
-- copy of its acquire may take. A forged release, which names any lease, must not keep an owner out for longer.
local NEVER_GRANTED_MS = 60000

local function is_known()
  return owner_state_exists or hold_mark ~= ''
end

-- `by`: what to add to it, a space and the id of the release.
local function remember_end(how, life_ms, by)
  local text = '-' .. how .. (by or '')
  if record then
    call('SET', record, text, 'PX', life_ms)
  else
    write_owner_state(epoch .. '|' .. text, life_ms)
  end
  return ended(how)
end
