// A script for tests of ports: it counts its runs in its key, and returns its arguments.

import { sha1 } from "../../base/sha1.ts";
import type { LuaScript, ScriptCall } from "../../lock/protocol.ts";

// Its errors end as those of the scripts of locks, see src/lock/lua/lib/frame.lua.
const SOURCE = `local runs = redis.pcall('INCR', KEYS[1])
if type(runs) == 'table' then return { err = runs.err .. ' NOTHING_WRITTEN' } end
local reply = { ARGV[2], ARGV[1], runs }
redis.call('PEXPIRE', KEYS[1], 60000)
for i = 3, #ARGV do reply[#reply + 1] = ARGV[i] end
return reply`;
const SCRIPT: LuaScript = { name: "echo", sha1: sha1(SOURCE), source: SOURCE };

/**
 * Makes a call of the script.
 * @param key counts the runs
 * @param kind the kind of the reply: "held" may answer an earlier attempt
 * @param texts the rest of the reply, after the kind, the nonce and the number of runs
 */
export function echoCall(key: string, kind: string, ...texts: string[]): ScriptCall<unknown> {
  return { script: SCRIPT, keys: [key], args: [kind, ...texts], decode: (reply) => reply };
}
