-- Runs the operations of a lock manager in their order: all that was asked of it in one turn. Safe to repeat, because
-- each operation is.
-- KEYS 1 names: "<head>:<name>" -> minute of its last use, epoch ms   then the keys of the first operation, those of
--      the second, …
-- ARGV 1 nonce, for all operations   2 prefix of the keys of the locks   then for each operation: its name, the number
--      of its keys, the number of its arguments after the nonce, and these arguments
-- reply {"batch", nonce, reply, …}   of each operation:
--   {"held", …}, {"busy", …}, {"ended", …}   as its script's; a write that is held has a token, see token.lua
--   {"touched", …}, {"page", …}              see touch.lua, snapshot.lua
--   {"failed", nonce, message}               it raised this error, and the others ran
-- @include token.lua
-- @include names.lua
local operations = {}
operations['fair-read-write/acquire-read'] = function(KEYS, ARGV)
-- @script ../fair-read-write/acquire-read.lua
end
operations['fair-read-write/acquire-write'] = with_token(function(KEYS, ARGV)
-- @script ../fair-read-write/acquire-write.lua
end)
operations['fair-read-write/release-read'] = function(KEYS, ARGV)
-- @script ../fair-read-write/release-read.lua
end
operations['fair-read-write/release-write'] = function(KEYS, ARGV)
-- @script ../fair-read-write/release-write.lua
end
operations['read-write/steal-write'] = with_token(function(KEYS, ARGV)
-- @script ../read-write/steal-write.lua
end)
operations['web-locks/touch'] = function(KEYS, ARGV)
-- @include touch.lua
end
operations['web-locks/snapshot'] = function(KEYS, ARGV)
-- @include snapshot.lua
end

local REQUESTS = {
  ['fair-read-write/acquire-read'] = true,
  ['fair-read-write/acquire-write'] = true,
  ['read-write/steal-write'] = true,
}

local replies = { 'batch', ARGV[1] }
local key_at, arg_at = 2, 3
while ARGV[arg_at] do
  local name, key_count, arg_count = ARGV[arg_at], ARGV[arg_at + 1], ARGV[arg_at + 2]
  local keys, args = {}, { ARGV[1] }
  for at = key_at, key_at + key_count - 1 do table.insert(keys, KEYS[at]) end
  for at = arg_at + 3, arg_at + 2 + arg_count do table.insert(args, ARGV[at]) end
  if REQUESTS[name] then note_name(keys[1], keys[2], args[6]) end
  -- A snapshot has all names that were asked for before it.
  if name == 'web-locks/snapshot' then pcall(keep_names) end
  local reply = run(operations[name], keys, args)
  if reply.err then reply = { 'failed', ARGV[1], reply.err } end
  table.insert(replies, reply)
  key_at, arg_at = key_at + key_count, arg_at + 3 + arg_count
end
-- Names are for those who look: a full Redis must not fail a release.
pcall(keep_names)
return replies
