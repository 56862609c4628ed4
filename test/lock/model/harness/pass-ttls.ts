// Time passes in a real Redis by subtracting it from the TTL of each key.
import type { Connection } from "../real.ts";

const PASS = `for _, key in ipairs(KEYS) do
  local left = redis.call('PTTL', key)
  if left >= 0 then redis.call('PEXPIRE', key, left - tonumber(ARGV[1])) end
end`;

export async function passTtls(connection: Connection, keys: readonly string[], ms: number): Promise<void> {
  await connection.sendCommand(["EVAL", PASS, String(keys.length), ...keys, String(ms)]);
}
