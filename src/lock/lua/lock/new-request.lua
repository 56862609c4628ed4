-- Included after mailbox.lua by the scripts that keep the request of a refused waiter.

-- Returns whether other nodes may have subscribers, which this one does not count. A user who may not run INFO learns
-- nothing.
local function is_cluster()
  local info = redis.pcall('INFO', 'cluster')
  return type(info) == 'string' and string.find(info, 'cluster_enabled:1', 1, true) ~= nil
end

-- Returns a new request as it is kept. `counts`: "1": look whether the subscribers of its mailbox are counted. If not,
-- it gets a "~".
local function new_request(text, counts)
  text = dated(text)
  if counts ~= '1' or string.sub(text, 1, 1) == '~' then return text end
  local is_counted = is_heard(string.match(text, '^%S+')) and not is_cluster()
  return (is_counted and '' or '~') .. text
end
