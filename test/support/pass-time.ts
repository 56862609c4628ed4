// Simulates time, without waiting.
import { command, type Endpoint } from "./rest.ts";

// Uses one clock reading: PTTL and PEXPIRE read the clock each time they run.
const PASS = `for _, key in ipairs(redis.call('KEYS', '*')) do
  local at = redis.call('PEXPIRETIME', key)
  if at >= 0 then redis.call('PEXPIREAT', key, at - tonumber(ARGV[1])) end
end`;

/** Subtracts so much from every TTL of a Redis that no other test uses. The clients' clocks do not change. */
export async function passTime(endpoint: Endpoint, ms: number): Promise<void> {
  await command(endpoint, "EVAL", PASS, 0, ms);
}
