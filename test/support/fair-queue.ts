// The queue of a fair lock in Redis, and direct calls of its scripts.
import { expect } from "vitest";
import { lastTriesKey, queueKey, queueScoresKey } from "../../src/lock/keys.ts";
import { fairAcquireCall, fairCancelCall, fairReleaseCall } from "../../src/lock/lua/fair.ts";
import type { GrantedHold, ScriptCall } from "../../src/lock/protocol.ts";
import { upstashPort } from "../../src/lock/redis/upstash.ts";
import { eventually } from "./eventually.ts";
import { command, type Endpoint, pairs, redisTime } from "./rest.ts";

export const PATIENCE_MS = 300_000;
/** The delay between a step and its snapshot. */
export const SLACK_MS = 4_000;

export class FairQueue {
  readonly #redis: Endpoint;
  readonly key: string;
  /** Scores are relative to this time, epoch ms by Redis; simulated time is subtracted. */
  #start: number;

  constructor(redis: Endpoint, key: string, start: number) {
    this.#redis = redis;
    this.key = key;
    this.#start = start;
  }

  static async of(redis: Endpoint, key: string): Promise<FairQueue> {
    return new FairQueue(redis, key, await redisTime(redis));
  }

  run<Reply>(call: ScriptCall<Reply>): Promise<Reply> {
    return upstashPort(this.#redis).run(call, { timeoutMs: 5_000 });
  }

  hold(owner: string, leaseMs = 30_000): GrantedHold {
    return { key: this.key, owner, holdId: owner, leaseMs, ownerIsNew: true, epoch: "" };
  }

  waits(owner: string, { patienceMs = PATIENCE_MS, leaseMs = 30_000 } = {}) {
    return this.run(fairAcquireCall(this.hold(owner, leaseMs), false, false, patienceMs));
  }

  triesOnce(owner: string) {
    return this.run(fairAcquireCall(this.hold(owner), true, false, PATIENCE_MS));
  }

  releases(owner: string) {
    return this.run(fairReleaseCall(this.hold(owner), true, PATIENCE_MS));
  }

  givesUp(owner: string, patienceMs = PATIENCE_MS) {
    return this.run(fairCancelCall(this.hold(owner), patienceMs));
  }

  order(): Promise<string[]> {
    return command(this.#redis, "LRANGE", queueKey(this.key), 0, -1);
  }

  async scores(): Promise<Record<string, number>> {
    const all = await pairs(this.#redis, "ZRANGE", queueScoresKey(this.key), "0", "-1", "WITHSCORES");
    return Object.fromEntries(Object.entries(all).map(([owner, score]) => [owner, Number(score) - this.#start]));
  }

  /** Adds waiters as a Java service does, without a last attempt. */
  async joinAsJava(score: number, ...owners: string[]): Promise<void> {
    await command(this.#redis, "RPUSH", queueKey(this.key), ...owners);
    const scored = owners.flatMap((owner) => [this.#start + score, owner]);
    await command(this.#redis, "ZADD", queueScoresKey(this.key), ...scored);
  }

  /** Adds waiters of ours that have just tried. */
  async joinAsOurs(score: number, ...owners: string[]): Promise<void> {
    await this.joinAsJava(score, ...owners);
    const now = await redisTime(this.#redis);
    const tried = owners.flatMap((owner) => [now, owner]);
    await command(this.#redis, "ZADD", lastTriesKey(this.key), ...tried);
  }

  /** Lets so much time pass. */
  async pass(ms: number): Promise<void> {
    for (const key of [queueScoresKey(this.key), lastTriesKey(this.key)]) {
      const all = await pairs(this.#redis, "ZRANGE", key, "0", "-1", "WITHSCORES");
      for (const [owner, score] of Object.entries(all)) {
        await command(this.#redis, "ZADD", key, Number(score) - ms, owner);
      }
    }
    for (const key of [this.key, lastTriesKey(this.key)]) {
      const left = await command<number>(this.#redis, "PTTL", key);
      if (left > 0) await command(this.#redis, "PEXPIRE", key, Math.max(1, left - ms));
      if (left > 0 && left <= ms) await eventually(async () => (await command(this.#redis, "EXISTS", key)) === 0);
    }
    this.#start -= ms;
  }
}

/** Expects each score so much after the start of the test, or a little more. */
export async function expectScores(queue: FairQueue, expected: Record<string, number>): Promise<void> {
  const found = await queue.scores();
  expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
  for (const [owner, ms] of Object.entries(expected)) {
    expect(found[owner], owner).toBeGreaterThanOrEqual(ms - 1);
    expect(found[owner], owner).toBeLessThan(ms + SLACK_MS);
  }
}
