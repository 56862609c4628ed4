-- Runs the operations of a lock manager in their order: all that was asked of it in one turn. Safe to repeat, because
-- each operation is.
-- KEYS those of the first operation, then those of the second, …
-- ARGV 1 nonce, for all operations   then for each: its name, the number of its keys, the number of its arguments after
--      the nonce, and these arguments
-- reply {"batch", nonce, reply, …}   of each operation: as its script's; of a write, see token.lua
--                                    {"failed", nonce, message}: it raised this error, and the others ran
-- @include token.lua
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
operations['web-locks/list'] = function(KEYS, ARGV)
-- @include list.lua
end
operations['web-locks/snapshot'] = function(KEYS, ARGV)
-- @include snapshot.lua
end

local replies = { 'batch', ARGV[1] }
local key_at, arg_at = 1, 2
while ARGV[arg_at] do
  local operation, key_count, arg_count = operations[ARGV[arg_at]], ARGV[arg_at + 1], ARGV[arg_at + 2]
  local keys, args = {}, { ARGV[1] }
  for at = key_at, key_at + key_count - 1 do table.insert(keys, KEYS[at]) end
  for at = arg_at + 3, arg_at + 2 + arg_count do table.insert(args, ARGV[at]) end
  local ran, reply = pcall(operation, keys, args)
  -- In Redis 7, an error of a command is a table.
  if not ran then reply = { 'failed', ARGV[1], type(reply) == 'table' and reply.err or reply } end
  table.insert(replies, reply)
  key_at, arg_at = key_at + key_count, arg_at + 3 + arg_count
end
return replies
