-- What Redis remembers of a hold. docs/audit/replay-safety.md gives the rules.
-- KEYS 1 lock hash (Redisson's)
--      2 owner state: what Redis remembers of this owner on this lock,
--        "<epoch>|<default hold: '+' granted, '-<how>' ended><about>"
--        after an end of all its holds "!<how>|-<how>", how: "stolen:<thief>", see lib/steal.lua; or
--        "released-elsewhere", see owner.lua
--        about: "", or "\n<time of the grant, epoch ms of the client> <label>"; it decides nothing. A holder that
--          listens has a mark behind the "\n", see wanted.lua
--      3 record of this hold: "+<epoch>" granted, "-<how>" ended. Absent for a default owner: it has one hold,
--        which the owner state records
-- If a release with an id ended the hold, a space and that id follow the end.
-- The epoch is the id of the hold that acquired the free lock; "" for the default hold, which can do so only once.
-- After the lock was free in between, an earlier hold of the same owner meets another epoch, and changes nothing.

-- Runs a write on a key, even if Redis is full. A full Redis refuses a write that may need memory, unless the script
-- ran another write before. So a refused write is repeated after a write that needs no memory and changes nothing.
local function write(command, key, ...)
  local done, reply = pcall(call, command, key, ...)
  if done then return reply end
  redis.pcall('PEXPIRE', key, 1, 'GT')
  return call(command, key, ...)
end

local lock, owner_state, record, nonce, owner, hold = KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2], ARGV[3]
local epoch, default_end, about, hold_mark = '', '', '', ''
-- Prefix of the timeout keys of read holds; the scripts of the read/write lock have a local of their own.
local timeouts = ''
local owner_state_exists, state_before = false, false

-- Parses the texts of owner state and record; false: there is none.
local function know(owner_state_text, record_text)
  owner_state_exists, state_before = owner_state_text ~= false, owner_state_text
  epoch, default_end, about = string.match(owner_state_text or '|', '^(.-)|([^\n]*)(.*)$')
  hold_mark = record and (record_text or '') or default_end
end

local function load_state()
  if record then
    know(unpack(read('MGET', owner_state, record)))
  else
    know(read('GET', owner_state))
  end
end

-- Returns how a hold ended that does not count. A theft replaces the epoch of each owner that it robs. No hold has such
-- an epoch, because no id begins with "!".
local function lost_how(how)
  return string.match(epoch, '^!(.+)$') or how
end

local function ended(how)
  return { 'ended', nonce, how }
end

-- Returns the stored end of this hold, or nil, and the id of the release. A definite answer never changes.
local function stored_end()
  local how, by = string.match(hold_mark, '^%-(%S*) ?(.*)$')
  if how then return ended(how), by end
end

-- Writes the owner state, and never shortens its life: it also serves the owner's other holds, which may have longer
-- leases.
local function write_owner_state(text, life_ms)
  if owner_state_exists then
    local left = read('PTTL', owner_state)
    if left > tonumber(life_ms) then life_ms = left end
  end
  write('SET', owner_state, text .. about, 'PX', life_ms)
  if owner_state_exists then undo('SET', owner_state, state_before, 'PX', life_ms) else undo('UNLINK', owner_state) end
end

-- Extends a lease, also of a key that lost its TTL: GT alone leaves that key as it is. Returns false if the key is
-- missing, or has a longer lease. The other holds of a batch do not check for a missing TTL again.
local extended, regained = {}, {}

local function extend(key, ms)
  if call('PEXPIRE', key, ms, 'GT') == 1 then return true end
  if not extended[key] and call('PEXPIRE', key, ms, 'NX') == 1 then regained[key] = true end
  extended[key] = true
  return regained[key]
end

-- Keeps what Redis remembers of a hold for longer. Where the lock had lost its TTL, this may have, too. `checks`: look
-- for that in any case.
local function keep(key, ms, checks)
  if call('PEXPIRE', key, ms, 'GT') == 0 and (checks or regained[lock]) then call('PEXPIRE', key, ms, 'NX') end
end

-- How long the release or cancel of a hold is remembered if nothing proves its grant. A late copy of its acquire may
-- take as long. A forged release, which may name any lease, must not keep an owner out for longer.
local NEVER_GRANTED_MS = 60000

local function is_known()
  return owner_state_exists or hold_mark ~= ''
end

-- Records the end of this hold, and returns it. Call it before the effect. `by`: text to append, a space and the id of
-- the release.
local function remember_end(how, life_ms, by)
  local text = '-' .. how .. (by or '')
  if record then
    write('SET', record, text, 'PX', life_ms)
    if hold_mark == '' then undo('UNLINK', record) else undo('SET', record, hold_mark, 'PX', life_ms) end
  else
    write_owner_state(epoch .. '|' .. text, life_ms)
  end
  return ended(how)
end
