// The rows of the script that releases a lock and grants it to the next waiter.

import { acquireCall, cancelCall, releaseCall } from "../../../../src/lock/lua/lock.ts";
import type { GrantedHold, ScriptCall } from "../../../../src/lock/protocol.ts";
import { passCall } from "../../../support/pass-calls.ts";
import { ended, expire, newOwners, passedOwners, type Row, row } from "./table.ts";

/** Leaves out whether the lock was passed: the first run alone says so. */
function pass(hold: GrantedHold, first = true): ScriptCall<unknown> {
  const call = passCall(hold, first, "object", newOwners(hold.key, "n:1"));
  return {
    ...call,
    decode: (reply) => {
      const { kind, end } = call.decode(reply);
      return { kind, end };
    },
  };
}

export const passReplayTable: readonly Row[] = [
  row("lock/release", "passes it on: new owner", ended("released"), async (run, key) => {
    await run(acquireCall(newOwners(key), false));
    return pass(newOwners(key));
  }),
  row("lock/release", "passes it on: passed owner", ended("released"), async (run, key) => {
    await run(acquireCall(passedOwners(key, "h1"), false));
    return pass(passedOwners(key, "h1"));
  }),
  row("lock/release", "passes it on: one of two, passed owner", ended("still:1"), async (run, key) => {
    await run(acquireCall(passedOwners(key, "h1"), false));
    await run(acquireCall(passedOwners(key, "h2", "h1"), false));
    return pass(passedOwners(key, "h2", "h1"));
  }),
  row("lock/release", "passes it on: the next owner was cancelled before", ended("released"), async (run, key) => {
    await run(acquireCall(newOwners(key), false));
    await run(cancelCall(newOwners(key, "n:1")));
    return pass(newOwners(key));
  }),
  row("lock/release", "passes it on: the next owner was refused before", ended("released"), async (run, key) => {
    await run(acquireCall(newOwners(key), false));
    await run(acquireCall(newOwners(key, "n:1"), true));
    return pass(newOwners(key));
  }),
  row("lock/release", "passes it on: released before", ended("released"), async (run, key) => {
    await run(acquireCall(newOwners(key), false));
    await run(releaseCall(newOwners(key), true, "object"));
    return pass(newOwners(key));
  }),
  row("lock/release", "passes it on: released by text before", ended("released-elsewhere"), async (run, key) => {
    await run(acquireCall(newOwners(key), false));
    await run(releaseCall(newOwners(key), false));
    return pass(newOwners(key));
  }),
  row("lock/release", "passes it on: nobody has the lock", ended("free"), async (run, key) => {
    await run(acquireCall(newOwners(key), false));
    await expire(run, key);
    return pass(newOwners(key));
  }),
  row("lock/release", "passes it on: somebody else has the lock", ended("taken"), async (run, key) => {
    await run(acquireCall(newOwners(key), false));
    await expire(run, key);
    await run(acquireCall(newOwners(key, "b:2"), false));
    return pass(newOwners(key));
  }),
  row("lock/release", "passes it on: the next owner has it already", ended("taken"), async (run, key) => {
    await run(acquireCall(newOwners(key), false));
    await expire(run, key);
    await run(acquireCall(newOwners(key, "n:1"), false));
    return pass(newOwners(key));
  }),
];
