// An acquire that ends in an error leaves nothing behind, and no copy of its tries takes the lock afterwards: also when
// an earlier try was answered, and when a server asks to be left alone for longer than Redis remembers a hold.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type Gateway, startGateway } from "../../scripts/gateway/index.ts";
import type { Locks } from "../../src/index.ts";
import * as generated from "../../src/lua/generated.ts";
import { createLocks } from "../support/bare-locks.ts";
import { command, hash } from "../support/rest.ts";

const NAME = "abandoned";
let gateway: Gateway;
let locks: Locks;
beforeAll(async () => {
  gateway = await startGateway();
  // One request is one try.
  for (const { source } of Object.values(generated)) await command(gateway, "SCRIPT", "LOAD", source);
});
beforeEach(async () => {
  await command(gateway, "FLUSHALL");
  locks = createLocks({ redis: gateway, pollMs: 50 });
});
afterEach(() => {
  vi.restoreAllMocks();
  locks.close();
});
afterAll(() => gateway.close());

type Forward = () => Promise<Response>;

/** Answers our scripts in the network's place; `request` counts from 1. */
function between(answer: (request: number, forward: Forward) => Promise<Response>): void {
  const direct = globalThis.fetch;
  let requests = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const forward: Forward = () => direct(input, init);
    if (typeof init?.body !== "string" || !init.body.includes("leasehound:owner")) return forward();
    requests += 1;
    return answer(requests, forward);
  });
}

const failures = {
  REDIS_REFUSED: () => Response.json({ error: "ERR max requests limit exceeded" }, { status: 400 }),
  REDIS_UNREACHABLE: () => Response.json({ error: "nothing there" }, { status: 503 }),
};

it.each(Object.entries(failures))(
  "gives back a grant whose renewal failed, though it was heard: %s",
  async (code, failed) => {
    between(async (request, forward) => {
      if (request === 1) {
        // It takes the lock, nobody hears of it, and most of the lease passes.
        await forward();
        await command(gateway, "PEXPIRE", NAME, 2_000);
        throw new TypeError("the connection broke");
      }
      return request === 3 ? failed() : forward();
    });
    // Two seconds are within the margin of such a lease: the grant is too old to be believed.
    await expect(locks.lock(NAME).acquire({ leaseMs: 300_000 })).rejects.toMatchObject({ code });
    expect(await hash(gateway, NAME)).toEqual({});
  },
);

it.each(Object.entries(failures))(
  "no copy of a try that was told busy takes the lock after: %s",
  async (code, failed) => {
    const other = await locks.lock(NAME).acquire();
    let copy: Forward | undefined;
    let cancelled = false;
    between(async (request, forward) => {
      if (request === 1) {
        copy = forward;
        return forward();
      }
      // The tries after it; then the cancel.
      const tries = code === "REDIS_REFUSED" ? 1 : 4;
      if (request <= 1 + tries) return failed();
      cancelled = true;
      return forward();
    });
    await expect(locks.lock(NAME).acquire({ waitMs: 5_000 })).rejects.toMatchObject({ code });
    expect(cancelled).toBe(true);
    vi.restoreAllMocks();
    await other.release();
    const late = await copy?.();
    expect(await late?.json()).toMatchObject({ result: ["ended", expect.any(String), "taken"] });
    expect(await hash(gateway, NAME)).toEqual({});
  },
);

it("tries no later than Redis remembers the hold, however long a server asks to wait", async () => {
  const outer = await locks.lock(NAME).acquire();
  between(async (request, forward) => {
    if (request > 1) return forward();
    await forward();
    return new Response("{}", { status: 429, headers: { "retry-after": "33" } });
  });
  // The lease and 30 s are over by then. The cancel says what became of it.
  const given = { owner: outer.owner, leaseMs: 1_000, waitMs: 120_000 };
  await expect(locks.lock(NAME).acquire(given)).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
  expect(await hash(gateway, NAME)).toEqual({ [outer.owner]: "1" });
  expect(await outer.check()).toBe(true);
});
