// An acquire that ends in an error leaves nothing behind, and no copy of its attempts takes the lock afterwards. This
// holds even when an earlier attempt was answered, or when a server's Retry-After exceeds the life of a hold's record.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Locks } from "../../../src/index.ts";
import * as generated from "../../../src/lock/lua/generated.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { command, hash } from "../../support/rest.ts";

const NAME = "abandoned";
let gateway: Gateway;
let locks: Locks;
beforeAll(async () => {
  gateway = await startGateway();
  // One request is one attempt.
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

/** Answers our scripts in the network's place; `request` counts from 1. Other files may repeat releases meanwhile. */
function between(answer: (request: number, forward: Forward) => Promise<Response>): void {
  const direct = globalThis.fetch;
  let requests = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const forward: Forward = () => direct(input, init);
    const body = String(input).startsWith(gateway.url) ? init?.body : undefined;
    if (typeof body !== "string" || !/leasehound:\w*:owner:/.test(body)) return forward();
    requests += 1;
    return answer(requests, forward);
  });
}

const failures = {
  REDIS_REFUSED: () => Response.json({ error: "ERR max requests limit exceeded" }, { status: 400 }),
  REDIS_UNREACHABLE: () => Response.json({ error: "nothing there" }, { status: 503 }),
};

it.each(Object.entries(failures))(
  "a grant whose renewal failed is given back, although it was received: %s",
  async (code, failed) => {
    between(async (request, forward) => {
      if (request === 1) {
        // It takes the lock, the reply is lost, and most of the lease passes.
        await forward();
        await command(gateway, "PEXPIRE", NAME, 2_000);
        throw new TypeError("the connection broke");
      }
      return request === 3 ? failed() : forward();
    });
    // Two seconds are within the safety margin of such a lease: the grant is too old to be valid.
    await expect(locks.lock(NAME).acquire({ leaseMs: 300_000 })).rejects.toMatchObject({ code });
    expect(await hash(gateway, NAME)).toEqual({});
  },
);

it.each(Object.entries(failures))(
  "no copy of an attempt that was refused as busy takes the lock after: %s",
  async (code, failed) => {
    const other = await locks.lock(NAME).acquire();
    let copy: Forward | undefined;
    let cancelled = false;
    between(async (request, forward) => {
      if (request === 1) {
        copy = forward;
        return forward();
      }
      // The later attempts, then the cancel.
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

it("an acquire makes no attempt after Redis may have forgotten the hold, however long a server asks to wait", async () => {
  const outer = await locks.lock(NAME).acquire();
  between(async (request, forward) => {
    if (request > 1) return forward();
    await forward();
    return new Response("{}", { status: 429, headers: { "retry-after": "33" } });
  });
  // The lease and 30 s have passed by then. The cancel reports the outcome.
  const given = { owner: outer.owner, leaseMs: 1_000, waitMs: 120_000 };
  await expect(locks.lock(NAME).acquire(given)).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
  expect(await hash(gateway, NAME)).toEqual({ [outer.owner]: "1" });
  expect(await outer.check()).toBe(true);
});
