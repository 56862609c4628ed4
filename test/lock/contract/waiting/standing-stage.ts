// Waiters that stand behind holders of other isolates, which are direct calls of the scripts here, for contracts on a
// gateway of their own: they read all its commands.
import { afterEach, beforeEach, expect } from "vitest";
import type { AcquireOptions, Held, Lock, LocksOptions } from "../../../../src/index.ts";
import { channelAt, standingKey } from "../../../../src/lock/keys.ts";
import { acquireCall, releaseCall } from "../../../../src/lock/lua/lock.ts";
import type { GrantedHold } from "../../../../src/lock/protocol.ts";
import { upstashPort } from "../../../../src/lock/redis/upstash.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { command, countsOf, type Endpoint, witnessed } from "../../../support/rest.ts";
import { runsOf } from "../../../support/runs.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { type Sleeper, sleeper } from "../../../support/waiting.ts";
import { NO_POLL_MS } from "./passed-holds.ts";

export const PREFIX = "lock:";
// Only a message wakes a waiter this soon.
export const SOON_MS = atMost(1_500);
/** Until then, a hold is confirmed, and a waiter has changed the list. */
export const SETTLED_MS = leaseTime(1_500);
/** How long a direct call waits for its reply. */
export const WITHIN = { timeoutMs: leaseTime(5_000) };
export const LEASE_MS = 30_000;
export const CONFIRM_MS = 5_000;
// A hold is confirmed after 100 ms, and an attempt because of a message comes at once. Tests wait so long for what must
// not happen: a pause of the machine fails none of them.
export const LONG_ENOUGH_MS = 600;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface Standing extends Sleeper<Held> {
  /** As it is in the list. */
  readonly request: string;
  readonly owner: string;
  readonly mailbox: string;
  /** Which only its request has. */
  readonly secret: string;
}

/** Each test has a lock of its own. */
export function standingStage(redis: Endpoint) {
  const options: LocksOptions = { redis, prefix: PREFIX, pollMs: NO_POLL_MS, waitMs: 20_000 };
  const locks = createLocks(options);
  const port = upstashPort(redis);
  let lock: Lock;
  let key: string;

  /** A hold of a caller elsewhere. */
  const elsewhere = (more: Partial<GrantedHold> = {}): GrantedHold => {
    const owner = `${crypto.randomUUID()}:1`;
    return { key, owner, holdId: owner, leaseMs: LEASE_MS, ownerIsNew: true, epoch: "", ...more };
  };
  const acquire = async (hold: GrantedHold): Promise<GrantedHold> => {
    expect(await port.run(acquireCall(hold, false), WITHIN)).toMatchObject({ kind: "held" });
    return hold;
  };
  const release = (hold: GrantedHold) => port.run(releaseCall(hold, true, "elsewhere"), WITHIN);
  const list = (): Promise<string[]> => command(redis, "LRANGE", standingKey(key), 0, -1);
  const leaseLeft = (): Promise<number> => command<number>(redis, "PTTL", key);
  const openStreams = async (): Promise<number> => (await countsOf(redis)).openStreams;
  const publish = (mailbox: string, message: string) => command(redis, "PUBLISH", channelAt(mailbox), message);
  const latest = async (): Promise<number> => (await witnessed(redis, key)).at(-1)?.seq ?? 0;
  /** The scripts that ran for the lock after this one. */
  const scripts = async (since: number): Promise<string[]> =>
    runsOf(await witnessed(redis, key, since), key).map(({ script }) => script);

  /** Starts a waiter. Resolves when it stands, and sleeps. */
  async function stands(more: AcquireOptions = {}, of: Pick<Lock, "acquire"> = lock): Promise<Standing> {
    const before = (await list()).length;
    const waiting = await sleeper((waits) => of.acquire({ ...more, ...waits }));
    const request = await eventually(async () => (await list())[before]);
    const [mailbox = "", owner = "", secret = ""] = request.replace("~", "").split(" ");
    return { ...waiting, request, owner, mailbox, secret };
  }

  /** A holder elsewhere, and a waiter behind it. */
  async function behind(more: AcquireOptions = {}): Promise<Standing & { holder: GrantedHold; since: number }> {
    const holder = await acquire(elsewhere());
    const standing = await stands(more);
    return { ...standing, holder, since: await latest() };
  }

  /** Releases the hold of another isolate. Returns the hold that it granted. */
  async function granted({ holder, got }: { holder: GrantedHold; got: Promise<Held> }): Promise<Held> {
    const start = performance.now();
    expect(await release(holder)).toMatchObject({ kind: "ended", end: "released" });
    const held = await got;
    expect(performance.now() - start).toBeLessThan(SOON_MS);
    return held;
  }

  beforeEach(() => {
    lock = locks.lock(uniqueName());
    key = PREFIX + lock.name;
  });
  afterEach(() => eventually(async () => (await openStreams()) === 0));

  return {
    /** The lock of this test. */
    get lock(): Lock {
      return lock;
    },
    get key(): string {
      return key;
    },
    ...{ options, locks, port, elsewhere, acquire, release, list, leaseLeft },
    ...{ openStreams, publish, latest, scripts, stands, behind, granted },
  };
}
