-- Included first by the scripts of one acquire of permits: what Redis remembers of it.
-- KEYS 1 permits (Redisson's)   2 record of this acquire: "+<permits>" taken, "-<how>" ended
-- ARGV 1 nonce   2 record life, ms
local key, record, nonce, life_ms = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
-- @include ../write.lua
local function ended(how)
  return { 'ended', nonce, how }
end
-- Records the end, and returns it. Call it before the effect.
local function remember_end(how)
  write('SET', record, '-' .. how, 'PX', life_ms)
  undo('UNLINK', record)
  return ended(how)
end
-- @include ../request/counter.lua
local value, mark = unpack(read('MGET', key, record))
local taken = mark and string.match(mark, '^%+(%d+)$')
if mark and not taken then return ended(string.sub(mark, 2)) end

local function permits()
  -- MGET returns nothing for a key of another type; GET raises an error.
  return counter(value or read('GET', key))
end
