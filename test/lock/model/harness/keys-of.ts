// The existing keys of one lock.
import type { Connection } from "../real.ts";

const KEYS = `local keys = redis.call('KEYS', '*{' .. KEYS[1] .. '}*')
if redis.call('EXISTS', KEYS[1]) == 1 then table.insert(keys, KEYS[1]) end
`;
const CLEAR = `${KEYS}for _, key in ipairs(keys) do redis.call('DEL', key) end`;

export async function keysOf(connection: Connection, lock: string): Promise<readonly string[]> {
  const keys = await connection.sendCommand(["EVAL", `${KEYS}return keys`, "1", lock]);
  return Array.isArray(keys) ? keys.map(String) : [];
}

/** Deletes them before anything that is sent later. */
export function clearKeysOf(connection: Connection, lock: string): void {
  // The first command of the walk reports that the connection is broken.
  connection.sendCommand(["EVAL", CLEAR, "1", lock]).catch(() => {});
}
