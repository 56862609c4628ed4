// For each guard, a short course of events that needs it: requests that are repeated, late, or of an ended hold.

import { setTimeout as sleep } from "node:timers/promises";
import {
  acquireCall,
  cancelCall,
  checkCall,
  forceReleaseCall,
  releaseCall,
  renewCall,
  statusCall,
} from "../../../src/lock/lua/lock.ts";
import type { GrantedHold, HoldId, ScriptCall } from "../../../src/lock/protocol.ts";
import type { RedisPort } from "../../../src/lock/redis/port.ts";
import { ownerNamed } from "../../support/owners.ts";
import type { BrokenScripts, RemovedGuard } from "./broken-scripts.ts";
import type { Metric } from "./checker/findings.ts";
import { passTimeCall } from "./passing-time.ts";

/** A passed owner. */
const SHARED = ownerNamed("shared");
const LONG_MS = 5_000;
const SHORT_MS = 1_000;

/** One lock and the requests of its holders, which the scenario sends at any time. */
export class Requests {
  readonly key: string;
  readonly #redis: RedisPort;
  readonly #scripts: BrokenScripts;
  readonly #holds: HoldId[] = [];

  constructor(redis: RedisPort, scripts: BrokenScripts, key: string) {
    this.#redis = redis;
    this.#scripts = scripts;
    this.key = key;
  }

  newHold(owner?: string, leaseMs: number = SHORT_MS): HoldId {
    const holdId = owner === undefined ? `${crypto.randomUUID()}:1` : `${this.key}:${this.#holds.length + 1}`;
    const hold = { key: this.key, owner: owner ?? holdId, holdId, ownerIsNew: owner === undefined, leaseMs };
    this.#holds.push(hold);
    return hold;
  }

  /** Returns the hold as it is after its grant; a hold without a grant has no epoch. */
  async acquire(hold: HoldId): Promise<GrantedHold> {
    const reply = await this.#run(acquireCall(hold, true));
    return { ...hold, epoch: reply.kind === "held" ? reply.epoch : "" };
  }

  release = (hold: GrantedHold, releaseId = ""): Promise<unknown> => this.#run(releaseCall(hold, true, releaseId));
  releaseAgain = (hold: GrantedHold): Promise<unknown> => this.#run(releaseCall(hold, false));
  cancel = (hold: HoldId): Promise<unknown> => this.#run(cancelCall(hold));
  renew = (hold: GrantedHold): Promise<unknown> => this.#run(renewCall(hold, true));
  check = (hold: GrantedHold): Promise<unknown> => this.#run(checkCall(hold));
  force = (id: string): Promise<unknown> => this.#run(forceReleaseCall(this.key, `${this.key}:${id}`));
  status = (): Promise<unknown> => this.#run(statusCall(this.key, `${this.key}:status`));

  /** For pages and records alone. */
  passTime = (ms: number): Promise<unknown> => this.#run(passTimeCall(this.key, this.#holds, ms));

  #run<Reply>(call: ScriptCall<Reply>): Promise<Reply> {
    const script = this.#scripts.get(call.script.name) ?? call.script;
    return this.#redis.run({ ...call, script }, { timeoutMs: 10_000 });
  }
}

interface Scenario {
  readonly caughtBy: Metric;
  readonly run: (requests: Requests) => Promise<unknown>;
}

export const scenarios: Readonly<Record<RemovedGuard, Scenario>> = {
  "acquire ignores its own end": { caughtBy: "M12", run: lateAcquireAfterRelease },
  "no end is remembered": { caughtBy: "M12", run: lateAcquireOfPassedOwner },
  "passed owners have no record": { caughtBy: "M6", run: acquireTwice },
  "a repeated try counts once more": { caughtBy: "M6", run: acquireTwice },
  "Redisson's own scripts": { caughtBy: "M6", run: acquireTwice },
  "a grant to a new owner is not written": {
    caughtBy: "M6",
    async run(requests) {
      const hold = requests.newHold();
      await requests.acquire(hold);
      await requests.force("free");
      await requests.release(await requests.acquire(requests.newHold()));
      await requests.acquire(hold);
    },
  },
  "no epoch": { caughtBy: "M5", run: oldHoldOfTheSameOwner },
  "renew asks for the owner only": { caughtBy: "M8", run: renewAfterPartialRelease },
  "cancel acts as release": {
    caughtBy: "M5",
    async run(requests) {
      const outer = await requests.acquire(requests.newHold());
      // A re-entry whose acquire never arrived.
      await requests.cancel(requests.newHold(outer.owner));
      await requests.check(outer);
    },
  },
  "a repeated release acts without a record": {
    caughtBy: "M5",
    async run(requests) {
      const { inner } = await releasedLongAgo(requests, SHARED);
      await requests.releaseAgain(inner);
    },
  },
  "renew acts without a record": {
    caughtBy: "M5",
    async run(requests) {
      const { inner } = await releasedLongAgo(requests);
      await requests.renew(inner);
    },
  },
  "a first release needs the record": {
    caughtBy: "M12",
    async run(requests) {
      const { outer, inner } = await reEntered(requests, SHARED);
      await requests.passTime(50_000);
      await requests.renew(outer);
      await requests.passTime(20_000);
      await requests.release(inner);
    },
  },
  "a renewal leaves the page behind": {
    caughtBy: "M5",
    async run(requests) {
      const old = await requests.acquire(requests.newHold(SHARED));
      await requests.force("free");
      const hold = await requests.acquire(requests.newHold(SHARED));
      await requests.passTime(50_000);
      await requests.renew(hold);
      await requests.passTime(20_000);
      await requests.release(old);
    },
  },
  "a renewal leaves the record behind": {
    caughtBy: "M12",
    async run(requests) {
      const hold = await requests.acquire(requests.newHold(SHARED));
      await requests.passTime(50_000);
      await requests.renew(hold);
      await requests.passTime(20_000);
      await requests.check(hold);
    },
  },
  "a check leaves the record behind": {
    caughtBy: "M12",
    async run(requests) {
      const hold = await requests.acquire(requests.newHold(SHARED));
      await requests.passTime(50_000);
      await requests.check(hold);
      await requests.passTime(20_000);
      await requests.check(hold);
    },
  },
  "a re-entry is remembered by its own lease only": {
    caughtBy: "M12",
    async run(requests) {
      const { inner } = await reEntered(requests, SHARED);
      await requests.passTime(SHORT_MS + 61_000);
      await requests.check(inner);
    },
  },
  "a partial release leaves the page behind": {
    caughtBy: "M5",
    async run(requests) {
      const old = await requests.acquire(requests.newHold(SHARED));
      await requests.force("free");
      const { inner } = await reEntered(requests, SHARED);
      await requests.passTime(50_000);
      await requests.release(inner);
      await requests.passTime(20_000);
      await requests.release(old);
    },
  },
  "renew asks for nothing": {
    caughtBy: "M8",
    async run(requests) {
      const hold = await requests.acquire(requests.newHold());
      await requests.force("free");
      await requests.renew(hold);
    },
  },
  "renew shortens": {
    caughtBy: "M11",
    async run(requests) {
      const { outer, inner } = await reEntered(requests, SHARED);
      await requests.renew(inner);
      await requests.check(outer);
    },
  },
  "a lost renewal leaves nothing": {
    caughtBy: "M12",
    async run(requests) {
      const granted = await requests.acquire(requests.newHold());
      await requests.force("free");
      await requests.renew(granted);
      await requests.release(granted);
    },
  },
  "re-entry sets the shorter lease": { caughtBy: "M11", run: (requests) => reEntered(requests, SHARED) },
  "a partial release shortens": {
    caughtBy: "M11",
    async run(requests) {
      const { outer, inner } = await reEntered(requests, SHARED);
      await requests.release(inner);
      await requests.check(outer);
    },
  },
  "the last refusal leaves nothing": {
    caughtBy: "M12",
    async run(requests) {
      const holder = await requests.acquire(requests.newHold());
      const refused = requests.newHold();
      await requests.acquire(refused);
      await requests.release(holder);
      await requests.acquire(refused);
    },
  },
  "a repeated try sets the lease again": {
    caughtBy: "M8",
    async run(requests) {
      const hold = requests.newHold();
      await requests.acquire(hold);
      // Longer than the tolerance for a remaining lease, and much shorter than the lease.
      await sleep(SHORT_MS / 2);
      await requests.acquire(hold);
    },
  },
  "a repeated release counts down again": {
    caughtBy: "M12",
    async run(requests) {
      const { inner } = await reEntered(requests, SHARED);
      await requests.release(inner);
      await requests.release(inner);
    },
  },
  "a release takes another's for its own": {
    caughtBy: "M12",
    async run(requests) {
      const hold = await requests.acquire(requests.newHold());
      await requests.releaseAgain(hold);
      await requests.release(hold, "of the object");
    },
  },
  "a release takes its own for another's": {
    caughtBy: "M12",
    async run(requests) {
      const { inner } = await reEntered(requests, SHARED);
      await requests.release(inner, "of the object");
      await requests.release(inner, "of the object");
    },
  },
  "release does not look at the field": {
    caughtBy: "M5",
    async run(requests) {
      const hold = await requests.acquire(requests.newHold());
      await requests.force("free");
      await requests.acquire(requests.newHold());
      await requests.release(hold);
    },
  },
  "a repeated forced release frees again": {
    caughtBy: "M12",
    async run(requests) {
      await requests.acquire(requests.newHold());
      await requests.force("free");
      const next = await requests.acquire(requests.newHold());
      await requests.force("free");
      await requests.check(next);
    },
  },
  "acquire does not look at other owners": {
    caughtBy: "M1",
    async run(requests) {
      await requests.acquire(requests.newHold());
      await requests.acquire(requests.newHold(SHARED));
    },
  },
  "taken without a lease": {
    caughtBy: "M7",
    async run(requests) {
      // For other clients it is not a lock: only its holder gets a reply about it.
      await requests.check(await requests.acquire(requests.newHold()));
    },
  },
  "an end is remembered for ever": { caughtBy: "M13", run: lateAcquireOfPassedOwner },
};

async function lateAcquireOfPassedOwner(requests: Requests): Promise<void> {
  await lateAcquireAfterRelease(requests, SHARED);
}

async function lateAcquireAfterRelease(requests: Requests, owner?: string): Promise<void> {
  const hold = requests.newHold(owner);
  await requests.release(await requests.acquire(hold));
  await requests.acquire(hold);
}

async function acquireTwice(requests: Requests): Promise<void> {
  const hold = requests.newHold(SHARED);
  await requests.acquire(hold);
  await requests.acquire(hold);
}

async function oldHoldOfTheSameOwner(requests: Requests): Promise<void> {
  const old = await requests.acquire(requests.newHold(SHARED));
  await requests.force("free");
  await requests.acquire(requests.newHold(SHARED));
  await requests.renew(old);
}

async function renewAfterPartialRelease(requests: Requests): Promise<void> {
  const { inner } = await reEntered(requests, SHARED);
  await requests.release(inner);
  await requests.renew(inner);
}

/** A long hold, and within it a short one of the same owner. */
async function reEntered(requests: Requests, owner?: string): Promise<{ outer: GrantedHold; inner: GrantedHold }> {
  const outer = await requests.acquire(requests.newHold(owner, LONG_MS));
  const inner = await requests.acquire(requests.newHold(outer.owner, SHORT_MS));
  return { outer, inner };
}

/** The inner hold was released, and its record has expired. */
async function releasedLongAgo(requests: Requests, owner?: string): Promise<{ inner: GrantedHold }> {
  const { inner } = await reEntered(requests, owner);
  await requests.release(inner);
  await requests.passTime(SHORT_MS + 61_000);
  return { inner };
}
