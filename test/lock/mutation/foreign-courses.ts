// Every script with every hash that other clients may have put in place of the lock, with any record of the hold. Such
// states are rare in random sequences.

import { ownerStateKey } from "../../../src/lock/keys.ts";
import {
  acquireCall,
  cancelCall,
  checkCall,
  forceReleaseCall,
  releaseCall,
  renewCall,
  statusCall,
} from "../../../src/lock/lua/lock.ts";
import { renewManyCall } from "../../../src/lock/lua/lock-many.ts";
import type { GrantedHold, ScriptCall } from "../../../src/lock/protocol.ts";
import { FOREIGN, KEY, OF_OWN, OWN, type RedisConnection, rounded, run, type Sources, state } from "./traces.ts";

const LEASE_MS = 20_000;
/** The owner's record: none, a grant, an end, or the life of the lock that a passed hold started. */
const OWNER_STATES = [undefined, "|+", "|-released", "h1|"];
const CALLS: readonly ((hold: GrantedHold) => ScriptCall<unknown>)[] = [
  (hold) => acquireCall(hold, false),
  (hold) => acquireCall(hold, false, false, false),
  (hold) => acquireCall(hold, true),
  (hold) => releaseCall(hold, true),
  (hold) => releaseCall(hold, false),
  cancelCall,
  (hold) => renewCall(hold, true),
  checkCall,
  (hold) => renewManyCall([{ hold, leaseMs: LEASE_MS }], undefined),
  () => forceReleaseCall(KEY, "r"),
  ({ owner }) => statusCall(KEY, owner),
];

const holds: readonly GrantedHold[] = [
  ...[OWN, "b:1"].map((owner) => ({ owner, holdId: owner, ownerIsNew: true, epoch: "" })),
  { owner: "p:1", holdId: "h1", ownerIsNew: false, epoch: "h1" },
].map((hold) => ({ ...hold, key: KEY, leaseMs: LEASE_MS }));

export const FOREIGN_HASHES: readonly (readonly string[])[] = [...FOREIGN, ...OF_OWN];

/** Runs every call on one hash. Returns a line for each, and the time of the longest one. */
export async function foreignCourse(
  redis: RedisConnection,
  sources: Sources,
  hash: readonly string[],
): Promise<{ lines: string[]; longestMs: number }> {
  const lines: string[] = [];
  let longestMs = 0;
  for (const hold of holds) {
    for (const ownerState of OWNER_STATES) {
      for (const hasLease of [true, false]) {
        for (const [nth, callOf] of CALLS.entries()) {
          const start = performance.now();
          await redis.sendCommand(["FLUSHALL"]);
          await redis.sendCommand(["HSET", KEY, ...hash]);
          if (hasLease) await redis.sendCommand(["PEXPIRE", KEY, "100000"]);
          if (ownerState !== undefined) {
            await redis.sendCommand(["SET", ownerStateKey(KEY, hold.owner), ownerState, "PX", "60000"]);
          }
          const reply = await run(redis, sources, callOf(hold));
          const told = `${JSON.stringify(rounded(reply))} ${await state(redis)}`;
          longestMs = Math.max(longestMs, performance.now() - start);
          lines.push(`${hold.owner} ${ownerState} ${hasLease} ${nth} -> ${told}`);
        }
      }
    }
  }
  return { lines, longestMs };
}
