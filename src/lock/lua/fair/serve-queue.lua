-- Included after queue.lua, first-left.lua and standing.lua by the scripts that free a fair lock: grants it to the
-- first waiter of the queue, in the same run, or calls that one.
-- @include call-waiter.lua
-- @include ../lock/call-first.lua
-- @include ../lock/give.lua

-- Returns the owner and how long the grant counts. Nil: the first waiter must attempt by itself.
local function grant_first(waiter, request)
  local mark, mailbox, owner, lease_ms, life_ms, _, about = live(request)
  if mark ~= '' or owner ~= waiter then return end
  local confirm_ms = give(owner, lease_ms, life_ms, about)
  if not confirm_ms then return end
  call('LPOP', queue)
  first_left(owner)
  tell(mailbox, 'granted', owner, digits(now), confirm_ms, digits(now))
  -- The next one, in case that this one does not hear it.
  local next_waiter = read('LINDEX', queue, 0)
  if next_waiter then tell_by(request_of(next_waiter), 'next', next_waiter, confirm_ms) end
  return { owner, confirm_ms }
end

-- Serves the first waiter of the freed lock, or else the plain lock's waiters that stand. `deleted`: how many keys were
-- deleted, the lock and the flag of that list. Returns what grant_first() returns. A key of another type, or a full
-- Redis, must not prevent the release.
local function serve_queue(channels, deleted)
  local head, request
  local done, granted = try(function()
    local _, is_ours
    head, _, is_ours = head_of_queue()
    request = is_ours and request_of(head)
    return request and grant_first(head, request)
  end)
  -- Unheard, a grant ends after a few seconds.
  local is_granted = done and granted or (not done and redis.pcall('EXISTS', lock) == 1)
  if is_granted then
    if deleted == 2 then pcall(set_flag) end
    return done and granted
  end
  if head then pcall(call_waiter, channels, head, request) end
  if deleted == 2 then pcall(call_first, 0) end
end
