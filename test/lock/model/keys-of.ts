// Returns the existing keys of one lock.
import type { Connection } from "./real.ts";

const KEYS = `local keys = redis.call('KEYS', '*{' .. KEYS[1] .. '}*')
if redis.call('EXISTS', KEYS[1]) == 1 then table.insert(keys, KEYS[1]) end
return keys`;

export async function keysOf(connection: Connection, lock: string): Promise<readonly string[]> {
  const keys = await connection.sendCommand(["EVAL", KEYS, "1", lock]);
  return Array.isArray(keys) ? keys.map(String) : [];
}
