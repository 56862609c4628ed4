-- The frame of the scripts: each runs as the body below, so that its effect and its outcome agree. An error that ends
-- a script says in its last word what the script left behind; src/lock/redis/script-errors.ts reads that word:
--   "<error> NOTHING_WRITTEN"     nothing: no write came before the error, or each was taken back
--   "<error> SOMETHING_WRITTEN"   perhaps a part of its effect; a repeated run of the same request completes that
-- So a script may write a record before the effect that it records. A write that cannot be taken back is the effect,
-- or follows it. After that, nothing may raise an error but the rest of the effect: messages go through `publish`,
-- and what only helps runs in `pcall` or `try`.

-- Runs a command that only reads.
local read = redis.call

-- The writes that were carried out, in their order: the command that takes each back, or no command.
local journal = {}

-- Runs a command that writes.
local function call(command, ...)
  local reply = redis.call(command, ...)
  journal[#journal + 1] = {}
  return reply
end

-- Says which command takes back the last write, if an error follows before a write that cannot be taken back.
local function undo(...)
  journal[#journal] = { ... }
end

-- Publishes a message, if the user may. Messages are hints: without them, waiters poll. Nothing that was written before
-- is taken back: others hear of it.
local function publish(channel, message)
  redis.pcall('PUBLISH', channel, message)
  if #journal > 0 then journal[#journal] = {} end
end

-- Runs a function like pcall. After an error, takes back what it wrote, from the last write to the first that cannot be
-- taken back. Also returns whether nothing is left. Without an error, all of it stays, even if the script fails later.
local function try(body, ...)
  local before = #journal
  local done, reply = pcall(body, ...)
  if done then
    if #journal > before then journal[#journal] = {} end
    return true, reply
  end
  -- A write that cannot be taken back is no command: this fails, as a command that Redis refuses.
  while #journal > before and pcall(redis.call, unpack(journal[#journal])) do
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
