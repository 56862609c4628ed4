-- Included first by the scripts about one acquire of permits: what Redis remembers of it.
-- KEYS 1 permits (Redisson's)   2 record of this acquire: "+<permits>" taken, "-<how>" ended
-- ARGV 1 hold id   2 record life, ms
local key, record, hold, life_ms = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
local call = redis.call
local function ended(how)
  return { 'ended', hold, how }
end
local function remember_end(how)
  call('SET', record, '-' .. how, 'PX', life_ms)
  return ended(how)
end
local value, mark = unpack(call('MGET', key, record))
local taken = mark and string.match(mark, '^%+(%d+)$')
if mark and not taken then return ended(string.sub(mark, 2)) end
