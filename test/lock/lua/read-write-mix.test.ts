// Seeded random readers of any leases, acquired, re-entered, renewed and released in any order while time passes, with
// a writer among them that also reads. No valid hold is ever without the lock, and the last release frees it.

import { expect, it } from "vitest";
import { renewManyCall } from "../../../src/lock/lua/lock-many.ts";
import type { GrantedHold } from "../../../src/lock/protocol.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { ownerNamed } from "../../support/owners.ts";
import { passTime } from "../../support/pass-time.ts";
import { ReadWriteState, sharedHold } from "../../support/read-write-state.ts";
import { command } from "../../support/rest.ts";

const KEY = "mixed";
const LEASES = [5_000, 10_000, 20_000, 40_000, 80_000];
const STEPS = 120;
// Redis reports whole milliseconds, and holds whose keys end within 10 ms of each other may swap them.
const ROUNDED_MS = 13;

const { gateway } = await emptyGateway();

interface Taken {
  readonly hold: GrantedHold;
  /** The end of its holder's validity, on the clock of the mix. */
  until: number;
}

class Mix {
  readonly #state = new ReadWriteState(gateway, KEY);
  readonly #seed: { at: number };
  readonly #taken: Taken[] = [];
  #passed = 0;
  #holds = 0;

  constructor(seed: number) {
    this.#seed = { at: seed };
  }

  get #now(): number {
    return performance.now() + this.#passed;
  }

  get #living(): Taken[] {
    return this.#taken.filter(({ until }) => until > this.#now);
  }

  #below(limit: number): number {
    this.#seed.at = (this.#seed.at * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((this.#seed.at / 2_147_483_648) * limit);
  }

  #one<T>(items: readonly T[]): T | undefined {
    return items[this.#below(items.length)];
  }

  async step(): Promise<void> {
    const steps = [
      () => this.#takes(),
      () => this.#takes(),
      () => this.#takes(),
      () => this.#renews(),
      () => this.#renewsAll(),
      () => this.#releases(),
      () => this.#releases(),
      () => this.#strangerWrites(),
      () => this.#timePasses(),
    ];
    await this.#one(steps)?.();
    await this.#check();
  }

  async #takes(): Promise<void> {
    const leaseMs = this.#one(LEASES) ?? 0;
    this.#holds += 1;
    const holdId = ownerNamed(`h:${this.#holds}`);
    const access = this.#below(5) === 0 ? "write" : "read";
    const fresh = this.#below(4) === 0;
    const nested = this.#below(3) === 0 ? this.#one(this.#living) : undefined;
    const owner = fresh
      ? holdId
      : (nested?.hold.owner.replace(/:write$/, "") ?? this.#one([ownerNamed("p:1"), ownerNamed("q:2")]) ?? "");
    const hold = sharedHold(KEY, access, owner, holdId, { leaseMs, ownerIsNew: fresh, epoch: "" });
    const others = this.#living;
    const sentAt = this.#now;
    const reply = await this.#state.takes(hold, true);
    const writers = others.filter((taken) => !taken.hold.shared);
    if (reply.kind === "held") {
      // Only readers may be beside others, or the writer's own holds.
      const strangers = others.filter((taken) => taken.hold.owner.replace(/:write$/, "") !== owner);
      if (access === "write") expect(strangers).toEqual([]);
      expect(writers.filter((taken) => strangers.includes(taken))).toEqual([]);
      expect(reply.remainingMs).toBeGreaterThanOrEqual(leaseMs);
      this.#taken.push({ hold: { ...hold, epoch: reply.epoch }, until: sentAt + reply.remainingMs });
    } else if (access === "read" && writers.length === 0) {
      // The writer's own lease has ended, and its read hold continues.
      const mode = (await this.#state.hash())["mode"];
      expect(mode).toBe("write");
    }
  }

  async #renews(): Promise<void> {
    const taken = this.#one(this.#taken);
    if (taken === undefined) return;
    const lives = taken.until > this.#now;
    const sentAt = this.#now;
    const reply = await this.#state.renews(taken.hold);
    if (lives) expect(reply.kind).toBe("renewed");
    if (reply.kind === "renewed") taken.until = Math.max(taken.until, sentAt + taken.hold.leaseMs);
    else this.#taken.splice(this.#taken.indexOf(taken), 1);
  }

  async #renewsAll(): Promise<void> {
    const renewed = this.#taken.filter(() => this.#below(2) === 0);
    if (renewed.length === 0) return;
    const lived = renewed.map(({ until }) => until > this.#now);
    const sentAt = this.#now;
    const call = renewManyCall(renewed.map(({ hold }) => ({ hold, leaseMs: hold.leaseMs })));
    const told = await this.#state.run(call);
    renewed.forEach((taken, at) => {
      const answer = told[at];
      if (lived[at]) expect(typeof answer).toBe("number");
      if (typeof answer === "number") taken.until = Math.max(taken.until, sentAt + taken.hold.leaseMs);
      else this.#taken.splice(this.#taken.indexOf(taken), 1);
    });
  }

  async #releases(): Promise<void> {
    const taken = this.#one(this.#taken);
    if (taken === undefined) return;
    this.#taken.splice(this.#taken.indexOf(taken), 1);
    const lived = taken.until > this.#now;
    const { end } = await this.#state.releases(taken.hold, this.#below(2) === 0);
    if (lived) expect(end).toMatch(/^(released|still:\d+)$/);
  }

  async #strangerWrites(): Promise<void> {
    this.#holds += 1;
    const id = `s:${this.#holds}`;
    const hold = sharedHold(KEY, "write", id, id, { ownerIsNew: true, epoch: "" });
    const lived = this.#living.length;
    const reply = await this.#state.takes(hold, true);
    if (reply.kind !== "held") return;
    expect(lived).toBe(0);
    expect(await this.#state.releases(hold)).toEqual({ kind: "ended", end: "released" });
  }

  async #timePasses(): Promise<void> {
    const ms = this.#below(15_000);
    await passTime(gateway, ms);
    this.#passed += ms;
  }

  async #check(): Promise<void> {
    const ttl = await this.#state.ttl();
    const left = Math.max(0, ...this.#living.map(({ until }) => until - this.#now));
    expect(ttl + ROUNDED_MS).toBeGreaterThanOrEqual(left);
  }

  async ends(): Promise<void> {
    for (const { hold } of this.#taken.splice(0)) await this.#state.releases(hold);
    expect(await command(gateway, "EXISTS", KEY)).toBe(0);
  }
}

it.each(Array.from({ length: shortOrFull(4, 20) }, (_, nth) => nth + 1))(
  "a mix of readers and a writer never leaves a valid hold without the lock: seed %i",
  async (seed) => {
    const mix = new Mix(seed * 7_919);
    for (let step = 0; step < STEPS; step += 1) await mix.step();
    await mix.ends();
  },
);
