// Clients of a lock API behind a proxy that exchanges, repeats and delays a share of its answers. No two of them may
// believe that they have one lock, and no permit may be held twice.
import { sleep } from "../../../src/base/timers.ts";
import { mulberry32 } from "../../../src/engine/faults/random.ts";
import { createLocks } from "../../../src/index.ts";
import { createRemoteLocks, type Held, type Permit, type RemoteLocks } from "../../../src/service/remote/index.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { MixedAnswers } from "../../support/mixed-answers.ts";
import { RemoteStage } from "../../support/remote-locks.ts";
import type { Endpoint } from "../../support/rest.ts";
import { between, type Random, weighted } from "./random.ts";

const LEASE_MS = 1_500;
const PERMITS = 2;
const MIXED_SHARE = 0.2;
// Three names for each, so that most acquires wait.
const CLIENTS_PER_GROUP = 12;
const KINDS = ["fenced", "plain", "permits"] as const;

export interface ApiSoakOptions {
  readonly redis: Endpoint;
  readonly seed: number;
  readonly clients: number;
  /** How many acquires of all clients. */
  readonly cycles: number;
}

export interface ApiSoakResult {
  readonly findings: readonly string[];
  /** By kind. */
  readonly grants: Readonly<Record<(typeof KINDS)[number], number>>;
  /** How many answers went to the wrong request. */
  readonly mixed: number;
  readonly requests: number;
  /** The errors that the clients got instead of a grant or another answer. */
  readonly errors: readonly unknown[];
}

type Hold = Held | Permit;

/** The clients that believe that they hold a lock, or a permit, of a name. */
class Believers {
  readonly findings: string[] = [];
  readonly kind: (typeof KINDS)[number];
  readonly name: string;
  grants = 0;
  readonly #holds = new Set<Hold>();
  #token = 0n;

  constructor(kind: (typeof KINDS)[number], name: string) {
    this.kind = kind;
    this.name = name;
  }

  get lastToken(): bigint {
    return this.#token;
  }

  lockOf(locks: RemoteLocks) {
    if (this.kind === "permits") return locks.permitExpirableSemaphore(this.name, { permits: PERMITS });
    return this.kind === "fenced" ? locks.fencedLock(this.name) : locks.lock(this.name);
  }

  /** `newerThan`: the last token that was known before the acquire began. */
  granted(held: Hold, newerThan: bigint): void {
    this.grants += 1;
    this.#holds.add(held);
    this.look();
    if (!("fencingToken" in held) || held.fencingToken === undefined) return;
    const token = BigInt(held.fencingToken);
    if (token <= newerThan) this.findings.push(`${this.name}: an older token: ${token} after ${newerThan}`);
    if (token > this.#token) this.#token = token;
  }

  left(held: Hold): void {
    this.#holds.delete(held);
  }

  look(): void {
    for (const held of this.#holds) if (held.signal.aborted) this.#holds.delete(held);
    const owners = new Set([...this.#holds].map((held) => ("id" in held ? held.id : held.owner)));
    const most = this.kind === "permits" ? PERMITS : 1;
    if (this.#holds.size > most) this.findings.push(`${this.name}: ${this.#holds.size} believers`);
    if (owners.size < this.#holds.size) this.findings.push(`${this.name}: two believers in one hold`);
  }
}

/** Runs the clients to their end. The lock API and its clients are in this process. */
export async function apiSoak({ redis, seed, clients, cycles }: ApiSoakOptions): Promise<ApiSoakResult> {
  const stage = await RemoteStage.start();
  const url = stage.serve(createLocks({ redis, leaseMs: LEASE_MS }));
  const groups = Array.from({ length: Math.ceil(clients / CLIENTS_PER_GROUP) }, (_, group) =>
    KINDS.map((kind) => new Believers(kind, `api-soak:${seed}:${group}:${kind}`)),
  );
  const found = groups.flat();
  const proxy = new MixedAnswers();
  proxy.mixShare(MIXED_SHARE, 2 * LEASE_MS, mulberry32(seed));
  const watch = setInterval(() => {
    for (const each of found) each.look();
  }, 20);
  let left = cycles;
  const running = Array.from({ length: clients }, (_, nth) => {
    return client(groups[nth % groups.length] ?? [], mulberry32(seed + 1 + nth));
  });
  const errors = (await Promise.all(running)).flat();
  clearInterval(watch);
  await stage.stop();
  const grants = { fenced: 0, plain: 0, permits: 0 };
  for (const each of found) grants[each.kind] += each.grants;
  const findings = found.flatMap((each) => each.findings);
  return { findings, grants, mixed: proxy.mixed, requests: proxy.sent.length, errors };

  /** Acquires, uses and releases locks. Returns the errors that it met. */
  async function client(group: readonly Believers[], random: Random): Promise<unknown[]> {
    const locks = createRemoteLocks({ url, token: TOKEN, fetch: proxy.fetch });
    const met: unknown[] = [];
    while (left > 0) {
      left -= 1;
      const each = group[between(random, 0, group.length - 1)];
      if (each === undefined) break;
      await oneCycle(locks, each, random).catch((error: unknown) => met.push(error));
    }
    locks.close();
    return met;
  }
}

async function oneCycle(locks: RemoteLocks, each: Believers, random: Random): Promise<void> {
  const newerThan = each.lastToken;
  const held: Hold = await each.lockOf(locks).acquire({ waitMs: between(random, 0, 3) * 500 });
  each.granted(held, newerThan);
  try {
    for (let step = between(random, 0, 3); step > 0; step -= 1) {
      await sleep(between(random, 0, 60));
      await weighted<() => Promise<unknown>>(random, [
        [2, () => held.renew()],
        [2, () => held.check()],
        [1, async () => held.keepAlive()],
        // It outlives its lease.
        [0.2, () => sleep(1.2 * LEASE_MS)],
      ])();
    }
  } finally {
    each.left(held);
    await held.release();
  }
}
