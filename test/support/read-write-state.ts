// A read/write lock in Redis, and direct calls of its scripts.

import { readTimeouts } from "../../src/lock/keys.ts";
import { renewCall } from "../../src/lock/lua/lock.ts";
import {
  type Access,
  acquireReadCall,
  acquireWriteCall,
  releaseSharedCall,
  renewReadCall,
} from "../../src/lock/lua/read-write.ts";
import type { GrantedHold, ScriptCall } from "../../src/lock/protocol.ts";
import { upstashPort } from "../../src/lock/redis/upstash.ts";
import { command, type Endpoint, hash } from "./rest.ts";

/** Returns a hold of a passed owner, with the epoch of the first of several. */
export function sharedHold(
  key: string,
  access: Access,
  owner: string,
  holdId: string,
  { leaseMs = 30_000, epoch = holdId, ownerIsNew = false } = {},
): GrantedHold {
  const of = access === "read" ? { owner, shared: true as const } : { owner: `${owner}:write` };
  return { key, holdId, leaseMs, epoch, ownerIsNew, ...of };
}

export class ReadWriteState {
  readonly #redis: Endpoint;
  readonly key: string;

  constructor(redis: Endpoint, key: string) {
    this.#redis = redis;
    this.key = key;
  }

  run<Reply>(call: ScriptCall<Reply>): Promise<Reply> {
    return upstashPort(this.#redis).run(call, { timeoutMs: 5_000 });
  }

  takes(hold: GrantedHold, last = false) {
    return this.run(hold.shared ? acquireReadCall(hold, last) : acquireWriteCall(hold, last));
  }

  releases(hold: GrantedHold, first = true) {
    return this.run(releaseSharedCall(hold, first, hold.shared ? "read" : "write"));
  }

  renews(hold: GrantedHold) {
    return this.run(hold.shared ? renewReadCall(hold, false) : renewCall(hold, false));
  }

  hash(): Promise<Record<string, string>> {
    return hash(this.#redis, this.key);
  }

  ttl(key = this.key): Promise<number> {
    return command<number>(this.#redis, "PTTL", key);
  }

  /** Returns the remaining life of the timeout keys, in s, rounded up to tens, by "<owner>:<n>". */
  async timeouts(): Promise<Record<string, number>> {
    const keys = await command<string[]>(this.#redis, "KEYS", "*:rwlock_timeout:*");
    const begin = readTimeouts(this.key);
    const left = await Promise.all(
      keys
        .filter((key) => key.startsWith(begin))
        .sort()
        .map(async (key) => [
          key.slice(begin.length).replace("rwlock_timeout:", ""),
          10 * Math.ceil((await this.ttl(key)) / 10_000),
        ]),
    );
    return Object.fromEntries(left);
  }
}
