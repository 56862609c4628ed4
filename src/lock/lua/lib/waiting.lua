-- @use lib/lock-hash lib/waiters

-- How many wait for a lock, and who is the first.

-- At most this many entries of a list or queue are read.
local MOST_LISTED = 100

-- These replace the number of those who follow a channel. REFUSED: Redis refuses to count them. MISCOUNTED: it also
-- counts those who follow by a pattern, and these are in the list too.
local REFUSED, MISCOUNTED = -1, -2

-- Returns how many subscribers each of these channels has; nil: Redis refuses to count them.
local function subscribers(channels)
  local counts = redis.pcall('PUBSUB', 'NUMSUB', unpack(channels))
  if counts.err then return nil end
  local numbers = {}
  for at = 2, #counts, 2 do table.insert(numbers, counts[at]) end
  return numbers
end

-- Returns how many follow this channel, or REFUSED. Each process follows it once.
local function followers(channel)
  return (subscribers({ channel }) or { REFUSED })[1]
end

-- Returns the requests of a list, one for each owner, and the keys of their owner states. A request: its text, channel,
-- time, and whether Redis also counts those who follow by a pattern. `holders`: owners that do not wait, each with true.
local function requests_in(texts, holders)
  local requests, state_keys, known = {}, {}, {}
  for _, text in ipairs(texts) do
    local mark, mailbox, owner, _, _, _, seen, how = string.match(text, REQUEST)
    -- A repeated attempt may have left several requests of one owner.
    if mark and not known[owner] and not holders[owner] then
      known[owner] = true
      -- A waiter with a "~" counts as alive: another node of a cluster may have its stream.
      local channel = mark == '' and channel_at(mailbox)
      table.insert(requests, { text, channel, tonumber(seen), string.sub(how, 2, 2) == 'p' })
      table.insert(state_keys, state_key_of(owner))
    end
  end
  return requests, state_keys
end

-- Returns how many of these requests wait, the first of them, and how many others follow these channels, or REFUSED, or
-- MISCOUNTED. `states`: the owner states of the requests; one that has a text has ended, or holds the lock.
local function waiting(requests, channels, states)
  local asked = { unpack(channels) }
  for _, request in ipairs(requests) do
    if request[2] then table.insert(asked, request[2]) end
  end
  local counts = subscribers(asked)
  local number, first, others, at = 0, nil, counts and 0 or REFUSED, #channels
  for nth = 1, counts and at or 0 do others = others + counts[nth] end
  if #requests > 0 then read_time() end
  for nth, request in ipairs(requests) do
    local text, channel, seen, counts_patterns = unpack(request)
    if channel then at = at + 1 end
    local is_heard = not counts or not channel or counts[at] > 0
    if is_heard and now - seen < STANDING_MS and (states[nth] or '') == '' then
      number = number + 1
      first = first or text
      if counts_patterns and others > 0 then others = MISCOUNTED end
    end
  end
  return number, first, others
end
