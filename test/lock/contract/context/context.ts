// Functions, events and the code after an await run in the async context of their own call.
import { afterAll, describe, expect, it, vi } from "vitest";
import { createLockManager } from "../../../../src/edge/web-locks/index.ts";
import { createLocks, type LockEvent, type LocksOptions } from "../../../../src/index.ts";
import { createLockApi } from "../../../../src/service/api/index.ts";
import { createRemoteLocks } from "../../../../src/service/remote/index.ts";
import { gate } from "../../../support/gate.ts";
import { leaseTime } from "../../../support/place.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName, uniquePrefix } from "../../../support/unique-name.ts";
import { type Caller, context, type Play, type Shared, Sights } from "./caller.ts";
import { CALLS, TOKEN } from "./calls.ts";
import { CONTEXT, LEASE_MS } from "./locks.ts";

// Enough for calls that share a timer, a stream and a batch: each more costs every other one attempts.
const CALLERS = 8;

export function contextContract(redis: Endpoint): void {
  const prefix = uniquePrefix();
  const all: { close(): void }[] = [];
  const client = (sights: Sights, more: Partial<LocksOptions> = {}) => {
    const locks = createLocks({
      redis,
      prefix,
      pollMs: 200,
      onEvent: (event: LockEvent) => sights.onEvent(event),
      ...more,
    });
    all.push(locks);
    return locks;
  };
  function sharedOf(sights: Sights): Shared {
    const locks = client(sights);
    const api = createLockApi({ locks: createLocks({ redis, prefix }), token: TOKEN, forceRelease: true });
    return {
      redis,
      prefix,
      locks,
      brief: client(sights, { leaseMs: LEASE_MS }),
      remote: createRemoteLocks({
        url: "https://api.invalid/",
        token: TOKEN,
        onEvent: sights.onEvent,
        fetch: async (url, init) => api.fetch(new Request(url.replace("/v1/locks", ""), init)),
      }),
      manager: createLockManager(client(sights, { leaseMs: leaseTime(10_000) }), { context: CONTEXT }),
    };
  }
  afterAll(() => {
    for (const locks of all) locks.close();
  });

  /** Plays a call by all callers at once. Returns what they saw. */
  async function played(play: Play, isAlone: boolean): Promise<Sights> {
    const sights = new Sights();
    const shared = sharedOf(sights);
    const name = uniqueName();
    let waiting = CALLERS;
    const { opened, open } = gate();
    const callers = Array.from({ length: CALLERS }, async (_, nth) => {
      const caller: Caller = {
        ...shared,
        name: isAlone ? `${name}-${nth}` : name,
        own: `${name}:own-${nth}`,
        isAlone,
        see: (where) => sights.note(where, nth),
        async together() {
          waiting -= 1;
          if (waiting === 0) open();
          await opened;
        },
      };
      await context.run(nth, async () => {
        await play(caller);
        caller.see("after the call");
      });
    });
    await Promise.all(callers);
    return sights;
  }

  describe.each([
    ["alone", true],
    ["contended", false],
  ] as const)("a call, %s", (_, isAlone) => {
    vi.setConfig({ maxConcurrency: 6 });
    it.concurrent.each(CALLS)("%s stays in its context", async (_what, play) => {
      const sights = await played(play, isAlone);
      expect([...new Set(sights.wrong)].slice(0, 10)).toEqual([]);
      expect(sights.count).toBeGreaterThanOrEqual(CALLERS);
    });
  });
}
