// For each guard a short course of events that needs it: requests repeated, late, or of a hold that is over.
import { setTimeout as sleep } from "node:timers/promises";
import type { ScriptCall } from "../../src/lua/call.ts";
import {
  acquireCall,
  cancelCall,
  checkCall,
  forceReleaseCall,
  type GrantedHold,
  type HoldId,
  releaseCall,
  renewCall,
  statusCall,
} from "../../src/lua/lock/calls.ts";
import type { RedisPort } from "../../src/redis/port.ts";
import type { BrokenScripts, RemovedGuard } from "./broken-scripts.ts";
import type { Metric } from "./checker/findings.ts";

const LONG_MS = 5_000;
const SHORT_MS = 1_000;

/** One lock, and the requests of its holders, each sent whenever the scenario likes. */
export class Requests {
  readonly key: string;
  readonly #redis: RedisPort;
  readonly #scripts: BrokenScripts;
  #holds = 0;

  constructor(redis: RedisPort, scripts: BrokenScripts, key: string) {
    this.#redis = redis;
    this.#scripts = scripts;
    this.key = key;
  }

  newHold(owner?: string, leaseMs: number = SHORT_MS): HoldId {
    this.#holds += 1;
    const holdId = `${this.key}:${this.#holds}`;
    return { key: this.key, owner: owner ?? holdId, holdId, ownerIsNew: owner === undefined, leaseMs };
  }

  /** The hold as it is after its grant; one that was not granted has no epoch. */
  async acquire(hold: HoldId): Promise<GrantedHold> {
    const reply = await this.#run(acquireCall(hold, true));
    return { ...hold, epoch: reply.kind === "held" ? reply.epoch : "" };
  }

  release = (hold: GrantedHold): Promise<unknown> => this.#run(releaseCall(hold));
  cancel = (hold: HoldId): Promise<unknown> => this.#run(cancelCall(hold));
  renew = (hold: GrantedHold): Promise<unknown> => this.#run(renewCall(hold));
  check = (hold: GrantedHold): Promise<unknown> => this.#run(checkCall(hold));
  force = (id: string): Promise<unknown> => this.#run(forceReleaseCall(this.key, `${this.key}:${id}`));
  status = (): Promise<unknown> => this.#run(statusCall(this.key, `${this.key}:status`));

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
      const { outer, inner } = await reEntered(requests);
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
  "re-entry sets the shorter lease": { caughtBy: "M11", run: reEntered },
  "a partial release shortens": {
    caughtBy: "M11",
    async run(requests) {
      const { outer, inner } = await reEntered(requests);
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
      // Long enough for what is left to tell; well within the lease.
      await sleep(SHORT_MS / 2);
      await requests.acquire(hold);
    },
  },
  "a repeated release counts down again": {
    caughtBy: "M12",
    async run(requests) {
      const { inner } = await reEntered(requests);
      await requests.release(inner);
      await requests.release(inner);
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
      await requests.acquire(requests.newHold("shared"));
    },
  },
  "taken without a lease": {
    caughtBy: "M7",
    async run(requests) {
      await requests.acquire(requests.newHold());
      await requests.status();
    },
  },
  "an end is remembered for ever": { caughtBy: "M13", run: lateAcquireOfPassedOwner },
};

async function lateAcquireOfPassedOwner(requests: Requests): Promise<void> {
  await lateAcquireAfterRelease(requests, "shared");
}

async function lateAcquireAfterRelease(requests: Requests, owner?: string): Promise<void> {
  const hold = requests.newHold(owner);
  await requests.release(await requests.acquire(hold));
  await requests.acquire(hold);
}

async function acquireTwice(requests: Requests): Promise<void> {
  const hold = requests.newHold("shared");
  await requests.acquire(hold);
  await requests.acquire(hold);
}

async function oldHoldOfTheSameOwner(requests: Requests): Promise<void> {
  const old = await requests.acquire(requests.newHold("shared"));
  await requests.force("free");
  await requests.acquire(requests.newHold("shared"));
  await requests.renew(old);
}

async function renewAfterPartialRelease(requests: Requests): Promise<void> {
  const { inner } = await reEntered(requests);
  await requests.release(inner);
  await requests.renew(inner);
}

/** A long hold, and within it a short one of the same owner. */
async function reEntered(requests: Requests): Promise<{ outer: GrantedHold; inner: GrantedHold }> {
  const outer = await requests.acquire(requests.newHold("shared", LONG_MS));
  const inner = await requests.acquire(requests.newHold("shared", SHORT_MS));
  return { outer, inner };
}
