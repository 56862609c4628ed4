// Simulates time for our own keys alone, by subtracting it from their TTLs. The lock's time does not change, and
// neither does the checker's model of it.

import { keysOf } from "../../../src/lock/lua/lock.ts";
import type { HoldId, ScriptCall } from "../../../src/lock/protocol.ts";
import { scriptOf } from "../../support/edited-script.ts";
import type { Witnessed } from "./gateway.ts";

const source = `local gone = { 'gone', ARGV[1] }
for place = 2, #KEYS do
  local left = redis.call('PTTL', KEYS[place]) - tonumber(ARGV[2])
  if redis.call('PEXPIRE', KEYS[place], left) == 1 and left <= 0 then table.insert(gone, KEYS[place]) end
end
return gone`;
const passTime = scriptOf("soak/pass-time", source);

/** Ages the pages and records of these holds of one lock by so much. */
export function passTimeCall(lock: string, holds: readonly HoldId[], ms: number): ScriptCall<unknown> {
  const kept = new Set(holds.flatMap((hold) => keysOf(hold).slice(1)));
  return { script: passTime, keys: [lock, ...kept], args: [String(ms)], decode: (gone) => gone };
}

/** Returns holds whose record has expired by this: replies about them may change. */
export function forgottenHolds({ command: [name, text], reply }: Witnessed): string[] {
  const passed = (name === "EVALSHA" && text === passTime.sha1) || (name === "EVAL" && text === source);
  if (!passed || !Array.isArray(reply)) return [];
  return reply.flatMap((key) => /:record:[^|]*\|([^|]*)\|/.exec(String(key))?.[1] ?? []);
}
