// Key-level locking: Upstash runs a script alone in its database, unless the first line of the script says that the
// script touches only its KEYS. Redis refuses such a line.
import type { ScriptCall } from "../lua/call.ts";
import type { LuaScript } from "../lua/generated.ts";
import type { RedisPort, RunLimits } from "./port.ts";

// The second line is for lock-hash.lua.
const FIRST_LINES = "#!lua flags=allow-key-locking\nKEYS.locked=true\n";

/**
 * Returns a port that sends scripts with these lines. It sends a script without them if the script has other keys, or
 * finds that it needs one: an owner that the caller named holds the lock. Nothing was changed then.
 */
export function lockingKeys(port: RedisPort): RedisPort {
  const locking = new Map<LuaScript, LuaScript>();
  async function run<Reply>(call: ScriptCall<Reply>, limits: RunLimits): Promise<Reply> {
    const { script } = call;
    if (script.hasOtherKeys) return port.run(call, limits);
    const deadline = performance.now() + limits.timeoutMs;
    try {
      const known = locking.get(script) ?? (await withFirstLines(script));
      locking.set(script, known);
      return await port.run({ ...call, script: known }, limits);
    } catch (error) {
      if (!String(error).includes("KEY_NOT_LOCKED")) throw error;
      return port.run(call, { ...limits, timeoutMs: Math.max(1, deadline - performance.now()) });
    }
  }
  return { run, database: port.database, follow: (...followed) => port.follow(...followed) };
}

// At run time, because the texts or their hashes would make every bundle larger.
async function withFirstLines({ name, source }: LuaScript): Promise<LuaScript> {
  const text = FIRST_LINES + source;
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  const sha1 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { name, sha1, source: text };
}
