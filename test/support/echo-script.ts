// A script for tests of ports: it counts its runs in its key, and returns what it was given.
import type { ScriptCall } from "../../src/lua/call.ts";
import type { LuaScript } from "../../src/lua/generated.ts";

const SOURCE = `local reply = { ARGV[2], ARGV[1], redis.call('INCR', KEYS[1]) }
redis.call('PEXPIRE', KEYS[1], 60000)
for i = 3, #ARGV do reply[#reply + 1] = ARGV[i] end
return reply`;
// Of another source, so that Redis can know one and not the other. KEYS[2] is what it refuses.
const REFUSING = "return error('NOT_A_LOCK 2')";

/**
 * Makes a call of the script.
 * @param key counts the runs
 * @param kind what kind of reply it is: "held" may answer an earlier try
 * @param texts what comes back, behind the kind, the nonce and the number of runs
 */
export async function echoCall(key: string, kind: string, ...texts: string[]): Promise<ScriptCall<unknown>> {
  return { script: await scriptOf("echo", SOURCE), keys: [key], args: [kind, ...texts], decode: (reply) => reply };
}

/** Makes a call of a script that refuses its second key. */
export async function refusingCall(...keys: string[]): Promise<ScriptCall<unknown>> {
  return { script: await scriptOf("refusing", REFUSING), keys, args: [], decode: (reply) => reply };
}

async function scriptOf(name: string, source: string): Promise<LuaScript> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(source));
  const sha1 = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { name, sha1, source };
}
