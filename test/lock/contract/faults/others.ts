// The rows of several locks as one, of single flights, of fenced writes, and of light locks.
import { expect } from "vitest";
import type { Held } from "../../../../src/index.ts";
import { resultKey } from "../../../../src/lock/keys.ts";
import { createLightLocks } from "../../../../src/lock/light/index.ts";
import { createLocks, reached } from "../../../support/bare-locks.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { HANGS } from "./columns.ts";
import { abortedBy, given } from "./locks.ts";
import { type End, LEASE_MS, type Row, withoutEnd } from "./row.ts";
import { LATE } from "./table.ts";

const ME = "me:1";
const RELEASED = { outcome: "released", holdCount: 0 };

const UNCANCELLED = "no reply, and no arrival of its cancel";
const HELD_UP = HANGS.flatMap((fault) => [fault, ...[1, 2, 3, 4].map((nth) => `${fault}, from request ${nth}`)]);
const DONE: End = { leaves: "after" };
/** One by one, a request is repeated while another is answered, and so more often. */
const SPLIT_ENDS = {
  release: {
    ...{ "no reply, from request 1": DONE, "no reply, from request 2": DONE, "no arrival": DONE },
    "a Redis that is away": { code: "OUTCOME_UNKNOWN", leaves: "after" },
  },
  renewal: { "no reply, from request 2": DONE },
} as const;

/** `isSplit`: with a lock of another kind in the middle, so that it takes them one by one. */
export function multiRows(isSplit: boolean): readonly Row[] {
  const severalOf = (redis: Endpoint, name: string) => {
    const locks = createLocks({ redis, leaseMs: LEASE_MS });
    const middle = isSplit ? locks.fairLock(`${name}b`) : locks.lock(`${name}b`);
    return {
      last: locks.lock(`${name}c`),
      multi: locks.multiLock(locks.lock(`${name}a`), middle, locks.lock(`${name}c`)),
    };
  };
  const all = { xa: { [ME]: "1" }, xb: { [ME]: "1" }, xc: { [ME]: "1" } };
  const how = isSplit ? "one by one" : "in one script";
  return [
    {
      ...{ call: `acquire of several locks, ${how}`, sort: "takes", requests: isSplit ? 3 : 1 },
      ...{ gives: expect.objectContaining({ owner: ME }), before: {}, after: all },
      ends: withoutEnd(UNCANCELLED),
      async start(redis, name) {
        const { multi } = severalOf(redis, name);
        let next: Held | undefined;
        const call: Awaited<ReturnType<Row["start"]>>["call"] = ({ signal }) =>
          multi.acquire({ owner: ME, ...abortedBy(signal) });
        return {
          call,
          later: [
            given,
            async () => {
              next = await multi.acquire({ owner: "next:1", waitMs: 0 });
            },
            async () => next?.release(),
          ],
        };
      },
    },
    {
      ...{ call: `last attempt for several locks, ${how}, of which another owner holds one`, sort: "takes" },
      ...{ gives: null, before: { xc: { "other:1": "1" } }, after: { xc: { "other:1": "1" } } },
      requests: isSplit ? 4 : 1,
      // Its last request gives back what it took.
      ends: { ...withoutEnd(UNCANCELLED, ...HELD_UP), "no reply, from request 4": DONE },
      async start(redis, name) {
        const { multi, last } = severalOf(redis, name);
        const other = await last.acquire({ owner: "other:1" });
        return { call: ({ signal }) => multi.tryAcquire(abortedBy(signal)), later: [() => other.release()] };
      },
    },
    ...(["release", "renewal"] as const).map(
      (what): Row => ({
        ...{ call: `${what} of several locks, ${how}`, requests: isSplit ? 2 : 1, before: all },
        sort: what === "release" ? "releases" : "changes",
        ends: isSplit ? SPLIT_ENDS[what] : {},
        gives: what === "release" ? RELEASED : expect.any(Number),
        after: what === "release" ? {} : all,
        async start(redis, name) {
          const { multi } = severalOf(redis, name);
          const held = await multi.acquire({ owner: ME });
          let next: Held | undefined;
          return {
            call: () => (what === "release" ? held.release() : held.renew()),
            later: [
              () => held.release(),
              async () => {
                next = await multi.acquire({ owner: ME, waitMs: 0 });
              },
              async () => next?.release(),
            ],
          };
        },
      }),
    ),
  ];
}

const RESULT = { "leasehound:t:result:{x}": '=["x"]' };

/** A flight begins with one request, and ends with another. */
export const FLIGHT_ROWS: readonly Row[] = [
  {
    ...{ call: "flight", sort: "takes", requests: 2, gives: "x", before: {}, after: RESULT },
    async start(redis, name) {
      const locks = createLocks({ redis, leaseMs: LEASE_MS });
      return {
        call: ({ signal }) => locks.singleFlight(name, () => "x", { ttlMs: 60_000, ...abortedBy(signal) }),
        later: [() => command(redis, "DEL", resultKey(name)), () => locks.lock(name).withLock(() => {})],
      };
    },
    // The caller has its value, whether the others get it or not.
    ends: { "no reply, from request 2": DONE, ...withoutEnd(UNCANCELLED) },
  },
  {
    ...{ call: "flight that finds a result", sort: "takes", gives: "x", before: RESULT, after: RESULT },
    ends: withoutEnd(UNCANCELLED),
    async start(redis, name) {
      const locks = createLocks({ redis, leaseMs: LEASE_MS });
      await locks.singleFlight(name, () => "x", { ttlMs: 60_000 });
      const never = (): never => {
        throw new Error("this one must not run");
      };
      return {
        call: ({ signal }) => locks.singleFlight(name, never, { ttlMs: 60_000, ...abortedBy(signal) }),
        later: [() => command(redis, "DEL", resultKey(name)), () => locks.lock(name).withLock(() => {})],
      };
    },
  },
];

export const FENCE_ROWS: readonly Row[] = (["5", "4"] as const).map((token) => ({
  call: `fenced write with ${token === "5" ? "the newest" : "an older"} token`,
  sort: "changes",
  gives: token === "5",
  before: { "leasehound:t:mark:{x}": "5" },
  after: { "leasehound:t:mark:{x}": "5", ...(token === "5" && { "x-data": "mine" }) },
  // A request without a reply is withdrawn, and that is answered with its outcome.
  ends: { "no reply": DONE, "no arrival": token === "5" ? { code: "REDIS_UNREACHABLE", leaves: "before" } : DONE },
  last: { "leasehound:t:mark:{x}": "6", "x-data": "newest" },
  async start(redis: Endpoint, name: string) {
    const fence = createLocks({ redis, leaseMs: LEASE_MS }).fence(name);
    await fence.check("5");
    return {
      call: () => fence.set(`${name}-data`, "mine", token),
      later: [() => fence.set(`${name}-data`, "newer", "5"), () => fence.set(`${name}-data`, "newest", "6")],
    };
  },
}));

const UNKNOWN: End = { code: "OUTCOME_UNKNOWN", leaves: "before" };

/** No record of a light lock refuses a late acquire, which keeps a free lock for one lease. */
export const LIGHT_ROWS: readonly Row[] = [
  {
    ...{
      call: "acquire of a light lock",
      sort: "takes",
      gives: expect.objectContaining({ owner: expect.any(String) }),
    },
    ...{ before: {}, after: { x: expect.any(String) } },
    ends: {
      ...{ "no reply": UNKNOWN, "no arrival": UNKNOWN, ...withoutEnd(UNCANCELLED, LATE, ...HANGS) },
      // It says that somebody else has the lock.
      "the reply null": { code: "LOCK_BUSY", leaves: "before" },
    },
    async start(redis, name) {
      const lock = createLightLocks({ redis: reached(redis), prefix: "", leaseMs: LEASE_MS }).lock(name);
      return {
        call: ({ signal }) => lock.acquire(abortedBy(signal)),
        later: [
          async (got) => {
            await given(got);
            await lock.acquire({ waitMs: 0 });
          },
        ],
      };
    },
    last: { x: expect.any(String) },
  },
  ...(["release", "renewal", "check"] as const).map(
    (what): Row => ({
      ...{ call: `${what} of a light lock`, sort: what === "release" ? "releases" : "changes" },
      gives: { release: { outcome: "released" }, renewal: expect.any(Number), check: true }[what],
      before: { x: expect.any(String) },
      // It says that somebody else has the lock.
      ends: withoutEnd("the reply null", ...(what === "check" ? HANGS : [])),
      after: what === "release" ? {} : { x: expect.any(String) },
      ...(what === "renewal" && { overtaken: "NOT_HELD" }),
      last: { x: expect.any(String) },
      async start(redis, name) {
        const lock = createLightLocks({ redis: reached(redis), prefix: "", leaseMs: LEASE_MS }).lock(name);
        const held = await lock.acquire();
        const calls = { release: () => held.release(), renewal: () => held.renew(), check: () => held.check() };
        return { call: calls[what], later: [() => held.release(), () => lock.acquire({ waitMs: 0 })] };
      },
    }),
  ),
];
