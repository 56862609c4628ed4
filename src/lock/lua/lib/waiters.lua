-- @use lib/lock-hash
-- @open token_key lock

-- Waiters that stand: their requests in the list of their lock, how they are called, and how a release grants the lock
-- to one of them.

-- The time of Redis, epoch ms, and the reply to TIME; nil before read_time().
local now, time

local function read_time()
  time = read('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Returns a number as Redis reads it: Lua would write a large one with an exponent.
local function digits(number)
  return string.format('%.0f', number)
end

-- A waiter leaves the address of its channel, in the form of src/lock/keys.ts: "<head>:<kind>:<id>". The releaser may
-- have another prefix.
local HEAD = '[%w._%%-]*'

local function channel_at(address)
  return 'leasehound:' .. address
end

-- The request of a waiter is a text:
--   "<mailbox> <owner> <secret> <lease, ms> <record life, ms> <seen: Redis' epoch ms> <how><about>"
--   a "~" before the mailbox: the waiter may only be called to attempt. A release may reserve the lock for it, so that no
--     other one comes before its attempt
--   mailbox: the address of the channel of one isolate, "<head>:mailbox:<32 hexadecimal digits>"
--   secret: 32 hexadecimal digits, drawn by the waiter. It is in no message
--   how: "-" or "t": the grant needs a fencing token; then whom PUBSUB NUMSUB counts on the channel of the lock: "o":
--     only others than those who stand; "p": also those who follow it by a pattern; "-": that is not known; then "k" if
--     its client locks keys: each attempt and end of its owner takes the requests of that out of the list
--   about: as in lib/state.lua
-- Messages on the channel of a mailbox, sent by what frees a lock: release, pass, force-release and their like.
--   granted <owner> <Redis' epoch ms> <confirmation lease, ms> <since, ms> <turns> <owed> [<token>] <seal>
--     since, turns, owed: the chain of this hold, see below
--   next <owner> <ms>   the waiter that is addressed attempts after this time, unless another message comes
--   try <owner> <since, ms>   attempt now. since: of the chain, if the lock is reserved for it; else 0
local MAILBOX = HEAD .. ':mailbox:' .. string.rep('%x', 32)
local SECRET = string.rep('%x', 32)
local SEAL_DIGITS = 20

local function tell(mailbox, ...)
  publish(channel_at(mailbox), table.concat({ ... }, ' '))
end

-- Tells a waiter of its grant. The seal shows that the message is unchanged and comes from a script that read the
-- request. The secret stands at both ends, so that no hash of a longer text follows from this one.
local function tell_granted(mailbox, secret, ...)
  local text = 'granted ' .. table.concat({ ... }, ' ')
  tell(mailbox, text, string.sub(redis.sha1hex(secret .. text .. secret), 1, SEAL_DIGITS))
end

-- Tells a holder that listens that somebody waits now, on its channel of ends. `field`: its owner in the lock.
-- `state`: its owner state, or false. See wanted.lua.
local function tell_wanted(field, state)
  local head = string.match(state or '', '^[^\n]*\n@(' .. HEAD .. ') ')
  if head then publish('leasehound-ends:' .. head .. ':' .. lock, field .. ' wanted') end
end

-- Returns whether somebody subscribes to a mailbox, and how many to another channel. A Redis that cannot count may have
-- subscribers. PUBLISH counts only after a grant: a grant that was taken back because of a wrong count would have two
-- holders.
local function is_heard(mailbox, channel)
  mailbox = channel_at(mailbox)
  local counts = redis.pcall('PUBSUB', 'NUMSUB', mailbox, channel or mailbox)
  return counts.err ~= nil or counts[2] ~= 0, counts[4]
end

-- Returns a request with the time of Redis, for which a client writes "0" if it does not know it.
local function dated(text)
  return (string.gsub(text, '^(%S+ %S+ %S+ %d+ %d+ )0 ', '%1' .. digits(now) .. ' '))
end

local STANDING_MS = 150000
local REQUEST = '^(~?)(' .. MAILBOX .. ') (%S+) (' .. SECRET .. ') ([1-9]%d*) ([1-9]%d*) (%d+) ([-t][-op]k?)(.*)$'
-- Redis refuses a longer number.
local MOST_DIGITS = 15

-- How many others than those who stand wait for the lock, such as Redisson's waiters, and whether that is certain. They
-- follow the channel of the lock by its name. Those who stand follow it by a pattern, and Redis does not count these. A
-- Redis that does is found out by lib/stand.lua.
local others, is_sure = 0, false
-- Whether the lock may be reserved for this waiter, which is only called: its mailbox has a subscriber, and the channel of
-- the lock has none that is counted.
local may_reserve = false

-- Returns the parts of a request that may be served: mark, mailbox, owner, secret, lease, record life, how, about.
-- Nil: it is too old, or nobody hears its isolate, or the text is no request. `channel`: of the lock; then it also
-- counts the others, in the same command.
local function live(text, channel)
  local mark, mailbox, owner, secret, lease_ms, life_ms, seen, how, about = string.match(text, REQUEST)
  if not mark or string.find(about, '^[^\n]') or math.max(#lease_ms, #life_ms) > MOST_DIGITS then return end
  if now - seen >= STANDING_MS then return end
  may_reserve = false
  if mark == '' or channel then
    local whom = string.sub(how, 2, 2)
    local heard, counted = is_heard(mailbox, channel)
    if whom == 'p' then counted = nil end
    if mark == '' then
      if not heard then return end
      others, is_sure = channel and counted or 0, whom == 'o'
    end
    may_reserve = heard and counted == 0
  end
  -- With locked keys, nobody can tell whether its owner has ended.
  if KEYS.locked and string.sub(how, 3) ~= 'k' then
    mark, may_reserve = '~', false
  end
  return mark, mailbox, owner, secret, lease_ms, life_ms, how, about
end

-- Returns whether other nodes may have subscribers, which this one does not count. A user who may not run INFO learns
-- nothing.
local function is_cluster()
  local info = redis.pcall('INFO', 'cluster')
  return type(info) == 'string' and string.find(info, 'cluster_enabled:1', 1, true) ~= nil
end

-- Returns whether this database can seal a message. Not every one has the function.
local function can_seal()
  local done, digest = pcall(function()
    return redis.sha1hex('')
  end)
  return done and digest == 'da39a3ee5e6b4b0d3255bfef95601890afd80709'
end

-- Returns a new request as it is kept. `counts`: "1": look whether the subscribers of its mailbox are counted, and
-- whether messages can be sealed. If not, it gets a "~".
local function new_request(text, counts)
  text = dated(text)
  if counts ~= '1' or string.find(text, '^~') then return text end
  local may_be_granted = can_seal() and is_heard(string.match(text, '^%S+')) and not is_cluster()
  return (may_be_granted and '' or '~') .. text
end

-- Fencing tokens. `token_key`: the key of the latest token (Redisson's).

-- Java's largest long: this token cannot be incremented.
local MOST = '9223372036854775807'

-- Empty text counts as no token.
local function read_token()
  local latest = read('GET', token_key)
  return latest ~= '' and latest
end

local function is_token(text)
  return string.find(text, '^%d+$') and (#text < #MOST or (#text == #MOST and text <= MOST))
end

-- Returns the time of Redis in microseconds, so that tokens rise even if Redis lost its data. If the clock is behind
-- the latest token, returns one more than that token. `clock`: the reply to TIME.
local function next_token(latest, clock)
  local token = clock[1] .. string.format('%06d', clock[2])
  latest = latest or ''
  -- Compare text: Lua's numbers are exact only up to 2^53.
  local is_older = #latest < #token or (#latest == #token and latest < token)
  if is_older then call('SET', token_key, token) else call('INCR', token_key) end
  if latest == '' then undo('UNLINK', token_key) else undo('SET', token_key, latest) end
  return is_older and token or read('GET', token_key)
end

-- The last two KEYS of the scripts that serve the list: list of standing requests, and its flag. The flag says that the
-- list may not be empty. DEL of a lock and this flag tells a release that somebody stands, in a command that it runs
-- anyway. Both are hints. Without them, a release is published, and waiters attempt.
local standing, flag = KEYS[#KEYS - 1], KEYS[#KEYS]
-- Longer than a request may be served.
local KEPT_MS = 160000

local function set_flag()
  call('SET', flag, '1', 'PX', KEPT_MS)
end

-- Calls of waiters.

-- The next one waits for this long: the called one has attempted by then.
local CALLED_MS = 65
-- A lock that is left free for others is theirs for this long: those who stand attempt later.
local THEIR_TURN_MS = 30
-- One release skips at most so many requests, so that a list of dead ones does not keep Redis busy.
local MOST_TRIED = 50
local tried = 0

-- Tells the one at this place in the list, live or not. Returns whether there is one.
local function hint(place, what, ms)
  local text = read('LINDEX', standing, place)
  if not text then return false end
  local mailbox, owner = string.match(text, '^~?(' .. MAILBOX .. ') (%S+)')
  if mailbox then tell(mailbox, what, owner, ms) end
  return true
end

local function hint_first(what, ms)
  if hint(0, what, ms) then set_flag() end
end

-- Takes each request of this owner out of the list. With locked keys (src/lock/redis/key-locking.ts), no owner state of
-- another is read: who has ended is known by its absence from the list.
local function leave_list(owner)
  for _, text in ipairs(read('LRANGE', standing, 0, -1)) do
    if string.match(text, '^%S+ (%S+)') == owner then call('LREM', standing, 0, text) end
  end
end

-- Takes this request out of the list, if there is one; with locked keys, each one of this owner. The list may be a key of
-- another type.
local function take_out(owner, text)
  if KEYS.locked then
    pcall(leave_list, owner)
  elseif (text or '') ~= '' then
    pcall(call, 'LREM', standing, 0, text)
  end
end

-- Returns whether this owner may still get the lock: the request of one that has ended may have stayed in the list.
local function is_open(owner)
  return KEYS.locked or read('EXISTS', state_key_of(owner)) == 0
end

-- Calls the first live waiter to attempt, at once or after `ms`, and the second one later, in case the first is dead.
-- Drops dead requests. With `ms` 0, a waiter with "~" is called and dropped, because nobody can tell whether it lives;
-- then the first live one behind it is called for later. `channel`: of a lock that stays free; if others follow it, they
-- have their turn first.
local function call_first(ms, channel)
  if not now then read_time() end
  -- Ends with the list, with the first live one, or after too many.
  while tried < MOST_TRIED do
    tried = tried + 1
    local text = read('LINDEX', standing, 0)
    if not text then return end
    local mark, mailbox, owner = live(text, channel)
    if others > 0 then ms = THEIR_TURN_MS end
    local is_called = mark and is_open(owner)
    if is_called and (mark == '' or ms > 0) then
      set_flag()
      tell(mailbox, ms == 0 and 'try' or 'next', owner, ms)
      if ms == 0 or mark == '~' or others > 0 then hint(1, 'next', ms + CALLED_MS) end
      return
    end
    call('LPOP', standing)
    if is_called then
      tell(mailbox, 'try', owner, 0)
      ms = CALLED_MS
    end
  end
  hint_first(ms == 0 and 'try' or 'next', ms)
end

-- Grants: a release gives the freed lock to a waiter, in the same run.

-- A waiter that does not hear of its grant delays the others by this time at most.
local LONGEST_CONFIRM_MS = 5000

-- A called waiter near Redis has attempted by then.
local RESERVED_MS = 50

-- Gives the free lock to this owner. Returns false if this hold has ended, or was granted before. `about`: false: no
-- owner state is written.
local function give(owner, lease_ms, life_ms, about)
  if about then
    -- It exists after an end or a grant of this hold: a cancel, a last refusal, or its own attempt.
    if not call('SET', state_key_of(owner), '|+' .. about, 'PX', life_ms, 'NX') then return false end
    undo('UNLINK', state_key_of(owner))
  end
  call('HINCRBY', lock, owner, 1)
  undo('UNLINK', lock)
  call('PEXPIRE', lock, lease_ms)
  -- What follows may be refused, such as the token. Without it, the waiter would find the token of the last holder.
  undo('UNLINK', lock)
  return true
end

-- Gives the lock to a waiter that stands. Returns for how many ms this counts without a renewal, or nil. `mark`: "~":
-- only reserves the lock, for RESERVED_MS at most. Then no owner state is written, so that a later attempt of this
-- waiter is like any other. With locked keys it cannot be: the lock proves the grant, until a renewal writes the state.
local function give_waiter(mark, owner, lease_ms, life_ms, about)
  local confirm_ms = math.min(tonumber(lease_ms), mark == '' and LONGEST_CONFIRM_MS or RESERVED_MS)
  local is_given = give(owner, confirm_ms, life_ms, not KEYS.locked and mark == '' and about)
  return is_given and confirm_ms or nil
end

-- A release may name the next owner, a waiter of its isolate, and pass the freed lock on to it. A later run of the
-- release finds the end of the first hold, and passes on nothing: the waiter then learns by its own attempt what it has.
local function names_next()
  return (ARGV.next_owner or '') ~= ''
end

-- Returns the grant to the next owner, or nil.
local function pass_on()
  local is_given = give(ARGV.next_owner, ARGV.next_lease_ms, ARGV.next_life_ms, ARGV.next_about)
  return is_given and { ARGV.next_owner, tonumber(ARGV.next_lease_ms) } or nil
end

-- Adds a grant to the reply of a release: to one that stood, or to the owner to which the lock was passed on.
local function with_grant(reply, granted, passed)
  if not granted and not passed then return reply end
  table.insert(reply, passed and 'passed' or 'granted')
  for _, word in ipairs(passed or granted) do table.insert(reply, word) end
  return reply
end

-- The chain of the hold that ended: holds of those who stand, each granted by the release of the one before, or passed
-- on by it. When the lock was free before it, Redis' epoch ms; how many holds it had; and how many others had before it.
local chain_since, chain_turns, chain_owed

local token_key
-- Waiters that do not stand find the lock free for a moment at least this often.
local UNTOLD_MS = 1000
-- Or this often, after others had it for long.
local LONGEST_OWED_MS = 2000
-- More are not counted.
local MOST_TURNS = 99

-- Returns whether the next token can be issued, and the latest one.
local function token_state()
  token_key = 'redisson_lock_token:' .. string.match(standing, '^[^:]+:[^:]*:standing:(.*)$')
  if KEYS.locked and not KEYS.locked[token_key] then return false end
  local done, latest = pcall(read_token)
  return done and (not latest or (is_token(latest) and latest ~= MOST)), latest
end

-- Returns the owner, for how many ms the grant counts, and its token. Nil: this hold has ended, or was granted before,
-- or has no token.
local function grant(mark, mailbox, owner, secret, lease_ms, life_ms, how, about)
  local has_next, latest = true, nil
  local needs_token = string.find(how, '^t')
  if needs_token then
    has_next, latest = token_state()
  end
  -- Its own attempt tells its caller what is wrong.
  if not has_next then return tell(mailbox, 'try', owner, 0) end
  local confirm_ms = give_waiter(mark, owner, lease_ms, life_ms, about)
  if not confirm_ms then return end
  local token = needs_token and next_token(latest, time) or nil
  if mark == '~' then
    tell(mailbox, 'try', owner, digits(chain_since))
  else
    tell_granted(mailbox, secret, owner, digits(now), confirm_ms, digits(chain_since), chain_turns, chain_owed, token)
  end
  return { owner, confirm_ms, token }
end

-- Publishes the release of a lock that stays free while others stand. The first message tells those who stand, and also
-- follow this channel, to wait for their call. Redisson does not know this number.
local function publish_served(channel)
  publish(channel, '1000000')
  publish(channel, '0')
end

local function leave_free(channel)
  publish_served(channel)
  pcall(call_first, 0, channel)
end

-- Returns a number of holds, at most this many; for a text that is none, 0.
local function holds_in(text, most)
  return math.min(math.max(tonumber(text) or 0, 0), most)
end

-- Returns whether the others have their turn: each isolate, and each of the others, gets its share of the turns. Others
-- close to Redis win most races for a lock that they freed: so those who stand get as many turns first.
local function is_turn_of_others()
  if others == 0 or not is_sure then return false end
  -- With the one that left the list just now, and the one that releases.
  local standing_ones = read('LLEN', standing) + 2
  return chain_turns * others >= math.max(standing_ones + others, chain_owed * standing_ones)
end

-- Grants the lock, or calls a waiter. Somebody may stand.
local function serve(channel, since, turns, owed, was_short)
  if not now then read_time() end
  chain_since = math.min(tonumber(since) or now, now)
  chain_turns = holds_in(turns, MOST_TURNS - 1) + 1
  chain_owed = holds_in(owed, MOST_TURNS)
  local longest_ms = chain_owed > chain_turns and LONGEST_OWED_MS or UNTOLD_MS
  if now - chain_since >= longest_ms then return leave_free(channel) end
  -- Ends with a grant, with a waiter that must attempt by itself, with the list, or after too many.
  while tried < MOST_TRIED do
    tried = tried + 1
    local text = call('LPOP', standing)
    if not text then
      publish(channel, '0')
      return
    end
    local mark, mailbox, owner, secret, lease_ms, life_ms, how, about = live(text, channel)
    if mark == '' and is_turn_of_others() then
      call('LPUSH', standing, text)
      return leave_free(channel)
    end
    if mark == '~' and is_open(owner) then
      local reserved = may_reserve and grant(mark, mailbox, owner, secret, lease_ms, life_ms, how, about)
      if reserved then
        take_out(owner)
      else
        publish_served(channel)
        tell(mailbox, 'try', owner, 0)
      end
      pcall(call_first, reserved and RESERVED_MS or CALLED_MS)
      return
    end
    local granted = mark == '' and grant(mark, mailbox, owner, secret, lease_ms, life_ms, how, about)
    if granted then
      -- The waiter has been told.
      take_out(owner)
      pcall(hint_first, 'next', granted[2])
      -- Others may sleep for as long as the lease was that ended. By this message all waiters of a Redisson attempt, and
      -- learn the short one.
      if others > 0 and was_short ~= '1' then publish(channel, '1') end
      return granted
    end
  end
  leave_free(channel)
end

-- Grants or reserves the freed lock, or publishes the release. Returns what grant() returns for a grant, else nil.
--   deleted              how many keys were deleted, the lock and its flag
--   since, turns, owed   the chain of the hold that ended, as far as known; nil or "": that hold began it
--   was_short            "1": others can have read only a short lease of that hold
local function freed(channel, deleted, since, turns, owed, was_short)
  tried = 0
  if deleted == 2 then
    -- Nothing may keep the message back: the list may be a key of another type, or Redis full.
    local done, granted = try(serve, channel, since, turns, owed, was_short)
    if done then return granted end
    -- A waiter that heard nothing of its grant loses it after a few seconds.
    if redis.pcall('EXISTS', lock) == 1 then return end
  end
  publish(channel, '0')
end
