-- Included after timeouts.lua and before end-hold.lua by the scripts that end a write hold. The including file defines
--   freed(open)   tells the waiters. `open`: "free", or "read" after a downgrade: readers may acquire it
local function end_last()
  local size, open = read('HLEN', lock), 'free'
  if size == 2 then
    call('DEL', lock)
  else
    call('HSET', lock, 'mode', 'read')
    undo('HSET', lock, 'mode', 'write')
    call('HDEL', lock, owner)
    undo('HSET', lock, owner, count or 1)
    if live_with_readers(size) then open = 'read' end
  end
  freed(open)
end
