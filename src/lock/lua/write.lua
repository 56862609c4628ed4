-- Included by the scripts that give back, cancel, renew or record an end.

-- Runs a write on a key, even if Redis is full. A full Redis refuses a write that may need memory, unless the script
-- ran another write before. So a refused write is repeated after a write that needs no memory and changes nothing.
local function write(command, key, ...)
  local done, reply = pcall(call, command, key, ...)
  if done then return reply end
  redis.pcall('PEXPIRE', key, 1, 'GT')
  return call(command, key, ...)
end
