-- Included after queue.lua by the scripts that grant the lock to the first waiter, and have removed it from the list.

-- Removes the score of that waiter: the others move nearer by its patience. ZPOPMIN removes them in one command, and
-- ZADD puts them back. So the bill does not grow with the queue, as it does in Redisson.
local function first_left(first)
  local near = call('ZPOPMIN', scores, MOST_MOVED + 1)
  local before, moved, left = {}, {}, false
  for at = #near, 1, -1 do table.insert(before, near[at]) end
  if #near > 0 then undo('ZADD', scores, unpack(before)) end
  local function move(list)
    for at = 2, #list, 2 do
      if list[at - 1] == first then
        left = true
      else
        table.insert(moved, digits(list[at] - patience_ms))
        table.insert(moved, list[at - 1])
      end
    end
  end
  move(near)
  if #near > 2 * MOST_MOVED then
    if not left then call('ZREM', scores, first) end
    move(theirs())
    move({ last_waiter() })
  end
  call_in_batches('ZADD', scores, moved)
  -- Check the queue as well: a score may have been lost. The waiter's last attempt stays, and is dropped later: to
  -- remove it here would cost a command.
  if #moved == 0 and read('EXISTS', queue) == 0 then call('DEL', tries) end
end
