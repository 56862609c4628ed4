// One of every public object of the package, made with secrets; and those secrets.

import { Hono } from "hono";
import {
  createClient,
  createLocks,
  fencedRows,
  fencedStorage,
  type Held,
  holdText,
  isLockError,
  type LockEvent,
  type Locks,
  lock,
  type RedisEndpoint,
  streams,
} from "leasehound";
import { createLockApi } from "leasehound/api";
import { lockRoute as honoLockRoute, locksFromEnv as honoLocksFromEnv } from "leasehound/hono";
import { createLightLocks } from "leasehound/light";
import { createRemoteLocks, remoteWatchdog } from "leasehound/remote";
import { lockRoute as vercelLockRoute, locksFromEnv as vercelLocksFromEnv } from "leasehound/vercel";
import { lockRoute as webLockRoute, locksFromEnv as webLocksFromEnv } from "leasehound/web";
import { fieldsOf, textWith } from "./hold-texts.ts";

export const REDIS_TOKEN = "canary-of-the-redis-token-0123456789";
export const API_TOKEN = "canary-of-the-api-token-0123456789";

const PREFIX = "shown:";
const FIXED = { url: "https://example.com", token: API_TOKEN };

export interface PublicObjects {
  /** By their descriptions. */
  readonly objects: ReadonlyMap<string, unknown>;
  readonly secrets: readonly string[];
  release(): Promise<void>;
}

/** Needs a database without a lock of that name. */
export async function publicObjects(redis: RedisEndpoint, name: string): Promise<PublicObjects> {
  const objects = new Map<string, unknown>();
  const add = <Shown>(what: string, shown: Shown): Shown => {
    objects.set(what, shown);
    return shown;
  };
  const events: LockEvent[] = add("events", []);
  const watchdog = add("remoteWatchdog", remoteWatchdog(FIXED));
  const onEvent = (event: LockEvent): unknown => events.push(event);
  const locks = add("Locks", createLocks({ redis, prefix: PREFIX, watchdog, onEvent }));
  const client = add("Client", createClient({ redis, prefix: PREFIX, wait: streams(), text: holdText() }));
  const holds = await addLocks(add, locks, name);
  holds.push(await addRemote(add, locks, `${name}-remote`));
  addAppliances(add, locks, name);
  add("lock of a client", lock(client, name));
  const light = add("LightLocks", createLightLocks({ redis, prefix: PREFIX }));
  const lightLock = add("LightLock", light.lock(`${name}-light`));
  const lightHeld = add("LightHeld", await lightLock.acquire({ label: "shown" }));
  add("KeepAlive of a light lock", lightHeld.keepAlive({ waitUntil: () => {} }));

  const semaphore = add("PermitExpirableSemaphore", locks.permitExpirableSemaphore(`${name}-permits`));
  await semaphore.trySetPermits(1);
  const permit = add("Permit", await semaphore.acquire());
  const secrets = [redis.token, API_TOKEN, ...holds.flatMap(secretsOf)];
  const taken = holds.at(0);
  add("LOCK_BUSY", await errorOf(() => locks.lock(name).acquire({ waitMs: 0 })));
  add("LOCK_BUSY of another client", await errorOf(() => lock(client, name).acquire({ waitMs: 0 })));
  add("LOCK_LOST of withLock", await errorOf(() => withLost(locks, `${name}-with-lock`)));
  add("LOCK_LOST", await errorOf(async () => lock(client, name).resume(textOfNobody(taken))));
  add(
    "NO_WATCHDOG",
    await errorOf(async () => (await lock(client, `${name}-2`).acquire()).handOff({ maxHoldMs: 1_000 })),
  );
  add(
    "INVALID_OPTION",
    await errorOf(async () => createLocks({ redis: { url: redis.url, token: `${redis.token}\n` } })),
  );
  return {
    objects,
    secrets,
    async release() {
      await lightHeld.release();
      await Promise.all([...holds, permit].map((held) => held.release()));
      locks.close();
      client.close();
    },
  };
}

async function addLocks(
  add: <Shown>(what: string, shown: Shown) => Shown,
  locks: Locks,
  name: string,
): Promise<Held[]> {
  const kinds = ["lock", "fairLock", "fencedLock", "spinLock", "nonReentrantLock", "nonReentrantFairLock"] as const;
  const holds: Held[] = [];
  for (const [nth, kind] of kinds.entries()) {
    const lock = add(kind, locks[kind](nth === 0 ? name : `${name}-${kind}`));
    // With a passed owner, the id of the hold is a separate secret.
    holds.push(add(`Held of ${kind}`, await lock.acquire({ owner: "owner:1" })));
  }
  const both = add("ReadWriteLock", locks.readWriteLock(`${name}-rw`));
  holds.push(add("Held of readLock", await add("readLock", both.readLock()).acquire({ owner: "owner:1" })));
  add("writeLock", both.writeLock());
  const several = add("multiLock", locks.multiLock(locks.lock(`${name}-m1`), locks.lock(`${name}-m2`)));
  holds.push(add("Held of multiLock", await several.acquire({ owner: "owner:1" })));
  add("redLock", locks.redLock(locks.lock(`${name}-red`)));
  const [first] = holds;
  if (first !== undefined) add("KeepAlive", first.keepAlive({ waitUntil() {} }));
  return holds;
}

/** Adds the objects of a client of the lock API. Returns its hold. */
async function addRemote(add: <Shown>(what: string, shown: Shown) => Shown, locks: Locks, name: string): Promise<Held> {
  const app = new Hono().route("/v1/locks", createLockApi({ locks, token: API_TOKEN }));
  const remote = add(
    "RemoteLocks",
    createRemoteLocks({ ...FIXED, fetch: async (url, init) => app.fetch(new Request(url, init)) }),
  );
  const lock = add("remote lock", remote.fencedLock(name));
  add("remote ReadWriteLock", remote.readWriteLock(name));
  const held = add("Held of a remote lock", await lock.acquire());
  add("LOCK_BUSY of a remote lock", await errorOf(() => lock.acquire({ waitMs: 0 })));
  add("REDIS_REFUSED of a remote lock", await errorOf(() => lock.forceRelease()));
  return held;
}

/** Adds the objects that are not locks. */
function addAppliances(add: <Shown>(what: string, shown: Shown) => Shown, locks: Locks, name: string): void {
  add("Semaphore", locks.semaphore(name));
  add("CountDownLatch", locks.countDownLatch(name));
  add("Fence", locks.fence(name));
  add("FencedRows", fencedRows("sqlite", { table: "orders", column: "token", where: { id: "canary-of-a-row" } }));
  const transaction = (): never => {
    throw new Error("not run");
  };
  add("FencedStorage", fencedStorage({ transaction }, name));
  add("lock API", createLockApi({ locks, token: API_TOKEN }));
  add("locksFromEnv of hono", honoLocksFromEnv({ leaseMs: 5_000 }));
  add("locksFromEnv of vercel", vercelLocksFromEnv({ leaseMs: 5_000 }));
  add("lockRoute of hono", honoLockRoute({ locks, name }));
  add(
    "lockRoute of vercel",
    vercelLockRoute({ locks, name }, () => new Response()),
  );
  add("locksFromEnv of web", webLocksFromEnv({ leaseMs: 5_000 }));
  add(
    "lockRoute of web",
    webLockRoute({ locks, name }, () => new Response()),
  );
}

/** Rejects with LOCK_LOST, with the function's result. */
function withLost(locks: Locks, name: string): Promise<unknown> {
  return locks.withLock(name, async (held) => {
    await locks.lock(name).forceRelease();
    await held.renew().catch(() => {});
    return "done";
  });
}

/** Returns the text of a hold, and its secret parts: hold ids and epochs. */
function secretsOf(held: Held): string[] {
  const text = held.serialize();
  // That of a lock API has a text in it.
  const inner = /lha1[\w.-]+/.exec(
    atob(
      text
        .slice(text.indexOf(".") + 1)
        .replaceAll("-", "+")
        .replaceAll("_", "/"),
    ),
  )?.[0];
  if (inner !== undefined) return [text, inner];
  const ids = JSON.stringify(fieldsOf(text)).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
  return [text, ...ids.filter((id) => !held.owner.includes(id))];
}

/** Returns the text of a hold that does not exist. */
function textOfNobody(held: Held | undefined): string {
  const [family, key, , ...rest] = fieldsOf(held?.serialize() ?? "");
  return textWith([family, key, "nobody:1", ...rest]);
}

async function errorOf(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    await ask();
  } catch (error) {
    if (isLockError(error)) return error;
    throw error;
  }
  throw new Error("it did not fail");
}
