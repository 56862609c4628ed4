// A random walk of many callers of one fair read/write lock, on Redis and beside the model of its rules.
import type { Access } from "../../../../src/lock/lua/read-write.ts";
import { between, type Random, weighted } from "../../../together/soak/random.ts";
import type { Model, Walked } from "../harness/model.ts";
import { randomFrom } from "../harness/random.ts";
import type { Connection } from "../real.ts";
import { BothLocks, type Client, type SourceOf } from "./both.ts";

const MOST_LIVING = 14;
const OWNERS = ["own:1", "own:2", "own:3"];
const ISOLATES = 5;
const POLL_MS = 5_000;

export const fairReadWriteLock: Model = {
  name: "fair read/write lock",
  metrics: [],
  // A walk empties its Redis first.
  together: 1,
  async on(redis) {
    const connection = await redis.connect();
    return (seed) => walk(connection, seed, 8_000);
  },
};

/** Walks so many steps. `sourceOf`: scripts that replace those of the files. */
export async function walk(connection: Connection, seed: number, steps: number, sourceOf?: SourceOf): Promise<Walked> {
  const both = await BothLocks.start(connection, sourceOf);
  const walker = new Walker(both, fractions(seed));
  for (let step = 1; step <= steps; step += 1) {
    const problem = await walker.step(step === steps).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    if (problem !== undefined) {
      return { steps: step, answers: walker.answers, failure: `step ${step}, ${walker.last}: ${problem}` };
    }
  }
  return { steps, answers: walker.answers, failure: undefined };
}

/** Returns numbers from 0 to 1, exclusive: the same ones for the same seed. */
function fractions(seed: number): Random {
  const below = randomFrom(seed);
  return () => below(2 ** 30) / 2 ** 30;
}

class Walker {
  readonly answers = new Set<string>();
  last = "";
  readonly #both: BothLocks;
  readonly #random: Random;
  #clients: Client[] = [];
  #thieves: Client[] = [];
  /** Leases ended, which no message tells. */
  #isUntold = false;

  constructor(both: BothLocks, random: Random) {
    this.#both = both;
    this.#random = random;
  }

  async step(isLast: boolean): Promise<void> {
    if (isLast) return this.#drain(true);
    const kind = weighted(this.#random, [
      [16, "new"],
      [30, "attempt"],
      [22, "release"],
      [6, "give up"],
      [10, "late copy"],
      [3, "death"],
      [6, "time"],
      [4, "java"],
      [3, "steal"],
      [0.3, "leases end"],
      [0.3, "set back"],
      [0.7, "drain"],
    ] as const);
    this.last = kind;
    const { rules } = this.#both;
    const living = this.#clients.filter(({ lives }) => lives);
    const waiting = living.filter((client) => !rules.holds(client) && !rules.isOver(client));
    switch (kind) {
      case "new":
        if (living.length < MOST_LIVING) await this.#attempt(this.#newClient(), this.#random() < 0.2);
        break;
      case "attempt": {
        const called = waiting.filter(({ isCalled }) => isCalled);
        const client = this.#one(called.length > 0 && this.#random() < 0.7 ? called : waiting);
        if (client !== undefined) await this.#attempt(client, !client.isCalled && this.#random() < 0.05);
        break;
      }
      case "release": {
        const client = this.#one(living.filter((each) => rules.holds(each)));
        if (client !== undefined) await this.#end(client, this.#random() < 0.1);
        break;
      }
      case "give up": {
        const client = this.#one(waiting);
        if (client !== undefined) await this.#end(client, true);
        break;
      }
      case "late copy":
        await this.#lateCopy();
        break;
      case "death": {
        const client = this.#one(waiting);
        if (client !== undefined) client.lives = false;
        break;
      }
      case "time":
        await this.#both.passes(between(this.#random, 1, 5) * 1_000);
        if (this.#random() < 0.7) await this.#poll();
        break;
      case "set back":
        await this.#both.passes(-1_000 * between(this.#random, 1, 40));
        break;
      case "java":
        await this.#java();
        break;
      case "steal":
        await this.#steal();
        break;
      case "leases end":
        this.#isUntold = true;
        await this.#both.expires(this.#clients.map(({ owner }) => owner));
        for (const client of this.#clients) client.lives &&= !rules.isOver(client);
        await this.#compare();
        break;
      case "drain":
        await this.#drain(rules.queue.some((each) => !rules.isAlive(each)) || this.#hasDead());
        break;
    }
    this.#forget();
  }

  #newClient(): Client {
    const access: Access = this.#random() < 0.67 ? "read" : "write";
    const owner = this.#random() < 0.4 ? this.#one(OWNERS) : undefined;
    const client = this.#both.client(access, between(this.#random, 1, ISOLATES), owner);
    this.#clients.push(client);
    return client;
  }

  async #attempt(client: Client, last = false): Promise<void> {
    const answer = await this.#both.acquires(client, last);
    this.#count("acquire", answer);
    if (this.#both.rules.isOver(client)) client.lives = false;
    await this.#compare();
  }

  async #end(client: Client, givesUp: boolean): Promise<void> {
    this.#count(givesUp ? "give up" : "release", await this.#both.ends(client, givesUp));
    client.lives = false;
    await this.#compare();
  }

  /** A copy of a request that was sent before arrives again. */
  async #lateCopy(): Promise<void> {
    const { rules } = this.#both;
    const client = this.#one(this.#clients);
    if (client === undefined || !(rules.isOver(client) || rules.holds(client) || rules.isQueued(client))) return;
    if (this.#random() < 0.5) this.#count("late acquire", await this.#both.acquires(client));
    else if (rules.isOver(client)) {
      this.#count("late end", await this.#both.ends(client, this.#random() < 0.5));
    }
    await this.#compare();
  }

  /** A new writer steals the lock, or a copy of an earlier theft arrives again. */
  async #steal(): Promise<void> {
    const repeats = this.#random() < 0.4;
    const earlier = repeats ? (this.#random() < 0.5 ? this.#thieves.at(-1) : this.#one(this.#thieves)) : undefined;
    const owner = this.#random() < 0.3 ? this.#one(OWNERS) : undefined;
    const thief = earlier ?? this.#both.client("write", between(this.#random, 1, ISOLATES), owner);
    if (earlier === undefined) {
      this.#thieves.push(thief);
      this.#clients.push(thief);
    }
    this.#count(earlier === undefined ? "steal" : "late steal", await this.#both.steals(thief));
    for (const client of this.#clients) client.lives &&= !this.#both.rules.isOver(client);
    await this.#compare();
  }

  async #java(): Promise<void> {
    const { rules } = this.#both;
    if (rules.java === undefined) await this.#both.javaTakes(this.#random() < 0.5 ? "read" : "write");
    else {
      await this.#both.javaReleases();
      // Each isolate hears a message that calls nobody.
      if (rules.mode === undefined) for (const client of this.#clients) client.isCalled = rules.isQueued(client);
    }
    await this.#compare();
  }

  /** All waiters that live make an attempt. */
  async #poll(): Promise<void> {
    const { rules } = this.#both;
    for (const client of this.#clients.filter((each) => each.lives && rules.isQueued(each))) {
      if (rules.isQueued(client)) await this.#attempt(client);
    }
  }

  /**
   * All holders release, and all waiters acquire: by messages alone, unless somebody died or leases ended. Throws when
   * a waiter is left.
   */
  async #drain(withPolls: boolean): Promise<void> {
    const { rules } = this.#both;
    this.last = withPolls ? "drain with polls" : "drain by messages";
    const polls = withPolls || this.#isUntold;
    this.#isUntold = false;
    if (rules.java !== undefined) await this.#java();
    // Ends when no waiter lives, or when one is stuck. Each round ends a hold, grants one, or lets time pass.
    for (let round = 0; round < 10_000; round += 1) {
      const called = this.#one(this.#clients.filter((each) => each.lives && each.isCalled && rules.isQueued(each)));
      const holder = this.#one(this.#clients.filter((each) => rules.holds(each)));
      if (called !== undefined) await this.#attempt(called);
      else if (holder !== undefined) await this.#end(holder, false);
      else if (!this.#clients.some((each) => each.lives && rules.isQueued(each))) {
        this.#count("drain", polls ? "with polls" : "by messages");
        return;
      } else if (polls) {
        await this.#both.passes(POLL_MS);
        await this.#poll();
      } else throw new Error(`stuck: ${rules.queue.map(({ caller }) => caller.waiter).join(" ")}`);
    }
    throw new Error("endless");
  }

  #hasDead(): boolean {
    const { rules } = this.#both;
    return this.#clients.some((each) => !each.lives && rules.isQueued(each));
  }

  /** Compares both, and delivers the messages. */
  async #compare(): Promise<void> {
    const { rules } = this.#both;
    for (const message of await this.#both.compared()) {
      const [, what, isolate, digits = ""] = /^([23])(\d{6})(\d*)$/.exec(message) ?? [];
      for (const { caller, number } of rules.queue) {
        const client = this.#clients.find((each) => each === caller);
        if (client === undefined || client.isolate !== isolate) continue;
        const isBefore = digits === "" || number < Number(digits);
        if (what === "2" ? number === Number(digits) : client.access === "read" && isBefore) client.isCalled = true;
      }
    }
  }

  #forget(): void {
    const { rules } = this.#both;
    const kept = (client: Client) => client.lives || rules.holds(client) || rules.isQueued(client);
    this.#clients = this.#clients.filter((client) => kept(client) || this.#random() < 0.97);
    this.#thieves = this.#thieves.slice(-10);
  }

  #one<Item>(items: readonly Item[]): Item | undefined {
    return items[between(this.#random, 0, Math.max(0, items.length - 1))];
  }

  #count(what: string, answer: string): void {
    this.answers.add(`${what}: ${answer}`);
  }
}
