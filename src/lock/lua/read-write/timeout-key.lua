-- Included by the scripts that read or write the timeout keys of read holds. Expects `timeouts`, their common prefix.
-- Each read hold has a timeout key that expires with its lease (Redisson's): "<timeouts><reader>:rwlock_timeout:<1 to
-- its hold count>".
-- keys beyond KEYS: these timeout keys
local function timeout_key(reader, n)
  return timeouts .. reader .. ':rwlock_timeout:' .. n
end
