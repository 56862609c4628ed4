-- The frame of the scripts. All but those of light locks run as the body below, so that its effect and its outcome
-- agree. The last word of an error says what the script left behind, and src/lock/redis/script-errors.ts reads that
-- word:
--   "<error> NOTHING_WRITTEN"     nothing: no write came before the error, or the script took back each write
--   "<error> SOMETHING_WRITTEN"   perhaps a part of its effect; a repeated run of the same request completes the effect
-- So a script may write a record before the effect that it records. A write that cannot be taken back is the effect,
-- or follows it. After such a write, only the rest of the effect may raise an error. Therefore messages go through
-- `publish`, and optional writes run in `pcall` or `try`.
-- Every script may raise NOT_A_LOCK <place>, or WRONGTYPE, which means the same: a key of KEYS holds something else, and
-- is unchanged. A contract names this error only if it says more.

-- Runs a command that only reads.
local read = redis.call

-- The writes so far, in order. Each entry is the command that takes the write back, or is empty if there is none.
local journal = {}

-- Runs a command that writes.
local function call(command, ...)
  local reply = redis.call(command, ...)
  journal[#journal + 1] = {}
  return reply
end

-- Sets the command that takes back the last write. `try` runs it after an error, unless a later write cannot be taken
-- back.
local function undo(...)
  journal[#journal] = { ... }
end

-- Publishes a message, if the user may. Messages are hints: without them, waiters poll. Nothing that was written before
-- is taken back: others hear of it.
local function publish(channel, message)
  redis.pcall('PUBLISH', channel, message)
  if #journal > 0 then journal[#journal] = {} end
end

-- Runs a function like pcall. After an error, takes back its writes, beginning with the last one, until one cannot be
-- taken back. Then also returns whether it took back all of them. Without an error, all of them stay, even if the
-- script fails later.
local function try(body, ...)
  local before = #journal
  local done, reply = pcall(body, ...)
  if done then
    if #journal > before then journal[#journal] = {} end
    return true, reply
  end
  while #journal > before and journal[#journal][1] and pcall(redis.call, unpack(journal[#journal])) do
    journal[#journal] = nil
  end
  return false, reply, #journal == before
end

-- Runs a script, and returns its reply, or its error.
local function run(body, keys, args)
  local done, reply, is_clean = try(body, keys, args)
  if done then return reply end
  -- The error of a command is a table or a text, by the version of Redis.
  local text = type(reply) == 'table' and reply.err or reply
  if not string.find(text, '^%u+ ') then text = 'ERR ' .. text end
  return { err = text .. (is_clean and ' NOTHING_WRITTEN' or ' SOMETHING_WRITTEN') }
end

return run(function(KEYS, ARGV)
-- @body
end, KEYS, ARGV)
