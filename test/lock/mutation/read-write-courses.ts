// Every call of the read/write lock where leases of read holds are a few milliseconds apart, or as many as a script
// walks. The walks of its model have long ticks only, and few holds.
import { ownerStateKey, readTimeouts, recordKey } from "../../../src/lock/keys.ts";
import { RECORD_BEYOND_LEASE_MS } from "../../../src/lock/lua/lock.ts";
import { renewManyCall } from "../../../src/lock/lua/lock-many.ts";
import {
  acquireReadCall,
  acquireWriteCall,
  cancelSharedCall,
  checkReadCall,
  checkWriteCall,
  forceReleaseSharedCall,
  releaseSharedCall,
  renewReadCall,
  statusSharedCall,
} from "../../../src/lock/lua/read-write.ts";
import type { ScriptCall } from "../../../src/lock/protocol.ts";
import { ownerNamed } from "../../support/owners.ts";
import { type Command, Courses, lives, type State } from "./courses.ts";

const KEY = "course";
const LEASE_MS = 20_000;
/** The remaining life of the hold of the calls by its record, ms. */
const LEFT_MS = 10_000;
// As in lib/read-holds.lua.
const [SCRIPT_MS, OWN_MS, MOST_WALKED] = [10, 5, 80] as const;

const ME = ownerNamed("me");
const WRITER = `${ME}:write`;
const OTHER = ownerNamed("other");
const READ = { key: KEY, owner: ME, holdId: "h1", ownerIsNew: false, leaseMs: LEASE_MS } as const;
const FIRST = { ...READ, holdId: ME, ownerIsNew: true } as const;
const WRITE = { ...READ, owner: WRITER } as const;
const NEW_WRITE = { ...WRITE, holdId: WRITER, ownerIsNew: true } as const;

const CALLS: readonly ScriptCall<unknown>[] = [
  ...[READ, FIRST].flatMap((hold) => {
    const granted = { ...hold, epoch: "", shared: true } as const;
    return [
      acquireReadCall(hold, false),
      releaseSharedCall(granted, true, "read"),
      cancelSharedCall(hold, "read"),
      checkReadCall(granted),
      renewReadCall(granted, true),
      renewManyCall([{ hold: granted, leaseMs: LEASE_MS }], undefined),
    ];
  }),
  acquireReadCall(FIRST, true),
  acquireWriteCall(WRITE, false),
  ...[true, false].map((first) => acquireWriteCall(NEW_WRITE, false, first)),
  acquireWriteCall(NEW_WRITE, true),
  releaseSharedCall({ ...WRITE, epoch: "h1" }, true, "write"),
  checkWriteCall({ ...WRITE, epoch: "h1" }),
  ...(["read", "write"] as const).map((access) => forceReleaseSharedCall(KEY, "r1", access)),
  statusSharedCall(KEY, ME, "read"),
];

/** The owner's record: its hold started this life of its field, or that of the new owner did. */
const MINE = [...kept(ownerStateKey(KEY, ME), "h1|", LEFT_MS), ...kept(recordKey(KEY, ME, "h1"), "+h1", LEFT_MS)];
const OF_FIRST = [...kept(ownerStateKey(KEY, ME), "|+", LEFT_MS), ...kept(recordKey(KEY, ME, "h1"), "+", LEFT_MS)];

/** Another program removed the TTL of its record. */
const ENDLESS = [...MINE, ["HDEL", "lives", recordKey(KEY, ME, "h1")]];

export const readWriteCourses = (): Courses => new Courses([...states()], CALLS);

/** Lives of this owner's keys, in order, ms; undefined: the key is missing. */
type Keys = readonly (number | undefined)[];

const AROUND = [SCRIPT_MS, OWN_MS, 0, -SCRIPT_MS].flatMap((off) => [off - 1, off, off + 1]).map((off) => LEFT_MS + off);
const SOME = [LEFT_MS - SCRIPT_MS, LEFT_MS, LEFT_MS + OWN_MS - 1, LEFT_MS + OWN_MS + 1, LEASE_MS];

function* states(): Generator<State> {
  yield [];
  yield [["HSET", KEY, ME, "1"], lives(KEY, LEASE_MS)];
  for (const remembered of [[], MINE, OF_FIRST]) {
    for (const keys of ofTwo()) yield [...read(keys), ...remembered];
    for (const one of SOME) {
      for (const two of SOME) for (const three of SOME) yield [...read([one, two, three]), ...remembered];
    }
    for (const off of [-1, 0, 1]) yield [...read([LEFT_MS]), lives(KEY, LEFT_MS + SCRIPT_MS + off), ...remembered];
    for (const lock of [0, 1, LEASE_MS - 1, LEASE_MS]) yield [...read([LEFT_MS, 1]), lives(KEY, lock), ...remembered];
    yield [...read([undefined]), ["HDEL", "lives", KEY], ...remembered];
    // Beside another reader: with one live hold, or with many dead ones.
    for (const keys of [[undefined], [LEFT_MS], [LEASE_MS, LEFT_MS]]) {
      yield [...read(keys), ["HSET", KEY, OTHER, "1"], ...timeout(OTHER, 1, 5_000), ...remembered];
      for (const holds of near(MOST_WALKED)) yield [...read(keys), ["HSET", KEY, OTHER, String(holds)], ...remembered];
    }
    for (const holds of near(MOST_WALKED)) {
      for (const lock of [0, LEASE_MS]) {
        yield [["HSET", KEY, "mode", "read", ME, String(holds)], lives(KEY, lock), ...remembered];
      }
    }
  }
  for (const one of SOME) {
    yield [...read([one]), ...ENDLESS];
    for (const two of SOME) yield [...read([one, two]), ...ENDLESS];
  }
  // Nothing has a TTL.
  yield [...read([LEFT_MS]), ["DEL", "lives"], ...ENDLESS, ["HDEL", "lives", ownerStateKey(KEY, ME)]];
  yield* ofOthers();
  // Beside about as many other readers as a script walks, all of them dead.
  for (const size of near(MOST_WALKED)) {
    const dead = (own: number): string[] =>
      Array.from({ length: size - own }, (_, nth) => [ownerNamed(`d${nth}`), "1"]).flat();
    for (const holds of [1, 2])
      yield [["HSET", KEY, "mode", "read", ME, `${holds}`, ...dead(2)], lives(KEY, 1), ...MINE];
    yield [["HSET", KEY, "mode", "read", ME, "1", ...dead(2)], lives(KEY, 1), ...OF_FIRST];
    const writer = [...kept(ownerStateKey(KEY, WRITER), "h1|", 1), ...kept(recordKey(KEY, WRITER, "h1"), "+h1", 1)];
    yield [["HSET", KEY, "mode", "write", WRITER, "1", ...dead(2)], lives(KEY, 1), ...writer];
  }
  for (const left of [-1, 0, 1, LEFT_MS]) {
    const remembered = [
      ...kept(ownerStateKey(KEY, WRITER), "h1|", left),
      ...kept(recordKey(KEY, WRITER, "h1"), "+h1", left),
    ];
    for (const readers of [[], [ME], [ME, OTHER]]) {
      const fields = [WRITER, ...readers].flatMap((owner) => [owner, "1"]);
      const lock = [["HSET", KEY, "mode", "write", ...fields], lives(KEY, LEASE_MS)];
      yield [...lock, ...remembered];
      yield [...lock, ...timeout(ME, 1, LEFT_MS), ...remembered];
      // Another program removed TTLs.
      for (const keys of [[KEY], [ownerStateKey(KEY, WRITER)], [KEY, ownerStateKey(KEY, WRITER)]]) {
        yield [...lock, ...remembered, ["HDEL", "lives", ...keys]];
      }
    }
  }
}

/** Another owner has the key, and Redis may remember a new owner's hold. */
function* ofOthers(): Generator<State> {
  for (const fields of [["mode", "write", `${OTHER}:write`], ["mode", "read", OTHER], [OTHER], ["name"]]) {
    for (const lease of [[], [lives(KEY, 0)], [lives(KEY, LEASE_MS)]]) {
      const lock = [["HSET", KEY, ...fields, "1"], ...lease];
      yield lock;
      for (const text of ["|+", "|-released"]) {
        yield [...lock, ...[ME, WRITER].flatMap((owner) => kept(ownerStateKey(KEY, owner), text, LEFT_MS))];
      }
    }
  }
}

function* ofTwo(): Generator<Keys> {
  const all = [undefined, 0, 1, ...AROUND, LEASE_MS];
  for (const one of all) {
    yield [one];
    for (const two of all) yield [one, two];
  }
}

function near(number: number): number[] {
  return [number - 1, number, number + 1];
}

/** The lock lives as long as the longest of these. */
function read(keys: Keys): State {
  const longest = Math.max(1, ...keys.map((ms) => ms ?? 0));
  const ofKeys = keys.flatMap((ms, index) => (ms === undefined ? [] : timeout(ME, index + 1, ms)));
  return [["HSET", KEY, "mode", "read", ME, String(keys.length)], lives(KEY, longest), ...ofKeys];
}

function timeout(owner: string, n: number, ms: number): Command[] {
  const key = `${readTimeouts(KEY)}${owner}:rwlock_timeout:${n}`;
  return [["SET", key, "1"], lives(key, ms)];
}

/** `left`: the life of the hold; its records live longer. */
function kept(key: string, text: string, left: number): Command[] {
  return [["SET", key, text], lives(key, left + RECORD_BEYOND_LEASE_MS)];
}
