// The fair read/write lock beside n waiters of 20 isolates.
import { ownerStateKey, readTimeouts, readWriteQueueKeys } from "../../../../src/lock/keys.ts";
import {
  acquireQueuedCall,
  cancelQueuedCall,
  releaseQueuedCall,
  waiterOf,
} from "../../../../src/lock/lua/fair-read-write.ts";
import type { Access } from "../../../../src/lock/lua/read-write.ts";
import type { GrantedHold } from "../../../../src/lock/protocol.ts";
import type { Command, Scene } from "./measure.ts";
import { hold, KEY, LEASE_MS, listed, numbers, owner } from "./state.ts";

const ISOLATES = 20;
const [QUEUE, WRITERS, TRIES] = readWriteQueueKeys(KEY);

/** Who waits: every `write`th is a writer. `silent`: the first so many have died. */
interface Crowd {
  readonly write: number;
  readonly silent?: number;
}

function of(nth: number, access: Access): GrantedHold {
  return access === "read" ? hold(nth, KEY, { shared: true }) : hold(nth, KEY, { owner: `${owner(nth)}:write` });
}

function isolateOf(nth: number): string {
  return String(100_000 + (nth % ISOLATES));
}

function waiter(nth: number, access: Access): string {
  return waiterOf({ ...of(nth, access), holdId: owner(nth) }, access, isolateOf(nth));
}

/** Waiters 1 to n. */
function queued(n: number, now: number, { write, silent = 0 }: Crowd): Command[] {
  const waiters = numbers(n).map((nth) => {
    const access: Access = (nth + 1) % write === 0 ? "write" : "read";
    return { number: String(nth + 1), text: waiter(nth + 1, access), access };
  });
  const scored = (those: typeof waiters) => those.flatMap(({ number, text }) => [number, text]);
  const tried = waiters.flatMap(({ text }, nth) => [String(nth < silent ? now - 20_000 : now), text]);
  return [
    ...listed(["ZADD", QUEUE], scored(waiters)),
    ...listed(["ZADD", WRITERS], scored(waiters.filter(({ access }) => access === "write"))),
    ...listed(["ZADD", TRIES], tried),
    ...[QUEUE, WRITERS, TRIES].map((key): Command => ["PEXPIRE", key, "60000"]),
  ];
}

/** Caller 0 holds it. */
function held(access: Access): Command[] {
  const { owner: field } = of(0, access);
  return [
    ["HSET", KEY, "mode", access, field, "1"],
    ["PEXPIRE", KEY, String(LEASE_MS)],
    ["SET", ownerStateKey(KEY, field), "|+", "PX", "90000"],
    ...(access === "read"
      ? [["SET", `${readTimeouts(KEY)}${field}:rwlock_timeout:1`, "1", "PX", String(LEASE_MS)]]
      : []),
  ];
}

function attempt(nth: number, access: Access, last = false, first = true) {
  return acquireQueuedCall(of(nth, access), access, isolateOf(nth), { last, first });
}

export const fairReadWriteScenes: readonly Scene[] = [
  {
    name: "fair read/write lock: a writer joins n waiters",
    state: (n, now) => [...held("write"), ...queued(n, now, { write: 3 })],
    call: (n) => attempt(n + 1, "write"),
  },
  {
    name: "fair read/write lock: the last of n readers asks again",
    state: (n, now) => [...held("write"), ...queued(n, now, { write: n + 1 })],
    call: (n) => attempt(n, "read", false, false),
  },
  {
    name: "fair read/write lock: grant to the first of n writers",
    state: (n, now) => queued(n, now, { write: 1 }),
    call: () => attempt(1, "write", false, false),
  },
  {
    name: "fair read/write lock: grant to the first of n readers",
    state: (n, now) => queued(n, now, { write: n + 1 }),
    call: () => attempt(1, "read", false, false),
  },
  {
    name: "fair read/write lock: the last of n waiters gives up",
    state: (n, now) => [...held("write"), ...queued(n, now, { write: n + 1 })],
    call: (n) => cancelQueuedCall(of(n, "read"), "read", isolateOf(n)),
  },
  {
    name: "fair read/write lock: the writer before n readers gives up",
    grows: "it tells up to 20 isolates of 256 readers",
    state: (n, now) => [...held("read"), ...queued(n, now, { write: n + 1 }), ...front(now)],
    call: () => cancelQueuedCall(of(1, "write"), "write", isolateOf(1)),
  },
  {
    name: "fair read/write lock: release with n writers",
    state: (n, now) => [...held("write"), ...queued(n, now, { write: 1 })],
    call: () => releaseQueuedCall(of(0, "write"), true, "write"),
  },
  {
    name: "fair read/write lock: release with n readers",
    grows: "it tells up to 20 isolates of 256 readers",
    state: (n, now) => [...held("write"), ...queued(n, now, { write: n + 1 })],
    call: () => releaseQueuedCall(of(0, "write"), true, "write"),
  },
  {
    name: "fair read/write lock: release, all but the last of n writers have died",
    grows: "64 dead waiters leave at once",
    state: (n, now) => [...held("write"), ...queued(n, now, { write: 1, silent: n - 1 })],
    call: () => releaseQueuedCall(of(0, "write"), true, "write"),
  },
  {
    name: "fair read/write lock: a try of the last of n writers, the others have died",
    grows: "64 dead waiters leave at once",
    state: (n, now) => queued(n, now, { write: 1, silent: n - 1 }),
    call: (n) => attempt(n, "write"),
  },
];

/** A writer in front of all others. */
function front(now: number): Command[] {
  const first = waiter(1, "write");
  return [
    ["ZADD", QUEUE, "0", first],
    ["ZADD", WRITERS, "0", first],
    ["ZADD", TRIES, String(now), first],
  ];
}
