// Many clients of a lock API behind a proxy that mixes up a share of the answers. No two of them ever believe that they
// hold one lock, and no permit is held twice.
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { mulberry32 } from "../../../scripts/gateway/random.ts";
import { createLocks, isLockError } from "../../../src/index.ts";
import { createRemoteLocks, type Held, type Permit, type RemoteLocks } from "../../../src/remote/index.ts";
import { between, type Random, weighted } from "../../soak/random.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { MixedAnswers } from "../../support/mixed-answers.ts";
import { RemoteStage } from "../../support/remote-locks.ts";
import { uniqueName } from "../../support/unique-name.ts";

const LEASE_MS = 1_500;
const CLIENTS = 12;
const PERMITS = 2;
const SEED = 1;
const CYCLES = shortOrFull(15, 400);

let stage: RemoteStage;
beforeAll(async () => {
  stage = await RemoteStage.start();
});
afterAll(() => stage?.stop());

type Hold = Held | Permit;

/** Who believes to hold a lock, or a permit, of a name. */
class Believers {
  readonly findings: string[] = [];
  grants = 0;
  readonly #most: number;
  readonly #holds = new Set<Hold>();
  #token = 0n;

  constructor(most: number) {
    this.#most = most;
  }

  get lastToken(): bigint {
    return this.#token;
  }

  /** `newerThan`: the last token that was known before the acquire began. */
  granted(held: Hold, newerThan: bigint): void {
    this.grants += 1;
    this.#holds.add(held);
    this.look();
    if (!("fencingToken" in held) || held.fencingToken === undefined) return;
    const token = BigInt(held.fencingToken);
    if (token <= newerThan) this.findings.push(`an older token: ${token} after ${newerThan}`);
    if (token > this.#token) this.#token = token;
  }

  left(held: Hold): void {
    this.#holds.delete(held);
  }

  look(): void {
    for (const held of this.#holds) if (held.signal.aborted) this.#holds.delete(held);
    const owners = new Set([...this.#holds].map((held) => ("id" in held ? held.id : held.owner)));
    if (this.#holds.size > this.#most) this.findings.push(`${this.#holds.size} believers`);
    if (owners.size < this.#holds.size) this.findings.push("two believers in one hold");
  }
}

it("no two clients believe to have one lock, whichever answers are exchanged or repeated", async () => {
  const url = stage.serve(createLocks({ redis: inject("shared"), leaseMs: LEASE_MS }));
  const names = ["fenced", "plain", "permits"].map((kind) => `${uniqueName()}:${kind}`);
  const believers = new Map(names.map((name) => [name, new Believers(name.endsWith("permits") ? PERMITS : 1)]));
  const proxy = new MixedAnswers();
  proxy.mixShare(0.2, mulberry32(SEED));
  const watch = setInterval(() => {
    for (const each of believers.values()) each.look();
  }, 20);
  const clients = Array.from({ length: CLIENTS }, (_, nth) => client(mulberry32(SEED + 1 + nth)));
  const errors = (await Promise.all(clients)).flat();
  clearInterval(watch);
  const found = [...believers.values()];
  expect(found.flatMap(({ findings }) => findings)).toEqual([]);
  for (const { grants } of found) expect(grants).toBeGreaterThan(CYCLES / 5);
  expect(proxy.mixed).toBeGreaterThan(CYCLES);
  // Whoever gives up says so by a code.
  for (const error of errors) expect(isLockError(error), String(error)).toBe(true);

  /** Acquires, uses and releases locks. Returns the errors that it met. */
  async function client(random: Random): Promise<unknown[]> {
    const locks = createRemoteLocks({ url, token: TOKEN, fetch: proxy.fetch });
    const met: unknown[] = [];
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const name = names[between(random, 0, names.length - 1)] ?? "";
      try {
        await oneCycle(locks, name, random);
      } catch (error) {
        met.push(error);
      }
    }
    locks.close();
    return met;
  }

  async function oneCycle(locks: RemoteLocks, name: string, random: Random): Promise<void> {
    const each = believers.get(name);
    const lock = name.endsWith("fenced")
      ? locks.fencedLock(name)
      : name.endsWith("plain")
        ? locks.lock(name)
        : locks.permitExpirableSemaphore(name, { permits: PERMITS });
    const newerThan = each?.lastToken ?? 0n;
    const held = await lock.acquire({ waitMs: between(random, 0, 3) * 500 });
    each?.granted(held, newerThan);
    try {
      for (let step = between(random, 0, 3); step > 0; step -= 1) {
        await new Promise((resolve) => setTimeout(resolve, between(random, 0, 60)));
        await weighted<() => Promise<unknown>>(random, [
          [2, () => held.renew()],
          [2, () => held.check()],
          [1, async () => held.keepAlive()],
          // It outlives its lease.
          [0.2, () => new Promise((resolve) => setTimeout(resolve, 1.2 * LEASE_MS))],
        ])();
      }
    } finally {
      each?.left(held);
      await held.release();
    }
  }
});
