// As if time had passed, without waiting for it.
import { command, type Endpoint } from "./rest.ts";

// To the millisecond the same for all: PTTL and PEXPIRE read the clock each time they run.
const PASS = `for _, key in ipairs(redis.call('KEYS', '*')) do
  local at = redis.call('PEXPIRETIME', key)
  if at >= 0 then redis.call('PEXPIREAT', key, at - tonumber(ARGV[1])) end
end`;

/** Takes so much off every TTL of a Redis that no other test uses. What clients believe stays as it is. */
export async function passTime(endpoint: Endpoint, ms: number): Promise<void> {
  await command(endpoint, "EVAL", PASS, 0, ms);
}
