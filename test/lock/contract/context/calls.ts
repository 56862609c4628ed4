// Every public call that may wait or call back, and how one caller uses it.
import { Hono } from "hono";
import * as hono from "../../../../src/edge/hono/index.ts";
import type * as otel from "../../../../src/edge/otel/index.ts";
import type * as vercelEntry from "../../../../src/edge/vercel/index.ts";
import * as web from "../../../../src/edge/web/index.ts";
import type { LockManager } from "../../../../src/edge/web-locks/index.ts";
import * as webLocks from "../../../../src/edge/web-locks/index.ts";
import type { Held, Lock, Locks } from "../../../../src/index.ts";
import * as core from "../../../../src/index.ts";
import * as api from "../../../../src/service/api/index.ts";
import type * as remoteEntry from "../../../../src/service/remote/index.ts";
import type { RemoteLocks } from "../../../../src/service/remote/index.ts";
import { type Caller, type CallsOf, type Method, type Play, turn } from "./caller.ts";
import {
  aborts,
  CONTEXT,
  HELD_CALLS,
  LATCH_CALLS,
  LOCK_CALLS,
  PERMIT_CALLS,
  PERMITS_CALLS,
  READ_WRITE_CALLS,
  SEMAPHORE_CALLS,
  waiting,
  work,
} from "./locks.ts";

export const TOKEN = "token-of-the-api-0123456789-0123456789";

/** Stands for a call that only returns a value: no function of the caller runs, and nothing is awaited. */
const onlyMakes = (): void => {};

/** Uses one lock of `Of`. */
const using =
  <Of>(lockOf: (of: Of, caller: Caller) => Pick<Lock, "withLock">) =>
  (of: Of, caller: Caller): unknown =>
    lockOf(of, caller).withLock(work(caller), waiting(caller));

async function interrupted(locks: Pick<Locks, "withLock">, caller: Caller): Promise<void> {
  const { name, own, isAlone } = caller;
  const run = (): Promise<unknown> =>
    locks
      .withLock(
        name,
        async ({ signal }) => {
          caller.see("fn");
          await (isAlone ? aborts(signal, caller) : turn());
          caller.see("fn, later");
        },
        { mode: "newest" },
      )
      .catch(() => {});
  const first = run();
  if (isAlone) {
    // A thief of the same client, whose context is another one.
    await core
      .lock(caller.locks, own)
      .acquire({ steal: true })
      .then((held) => held.release());
    await turn();
    const thief = await locks.withLock(name, () => "stolen", { mode: "newest" });
    caller.see(thief);
  }
  await first;
}

const LOCKS_CALLS: CallsOf<Locks> = {
  lock: using((locks, { name }) => locks.lock(name)),
  withLock: (locks, caller) => interrupted(locks, caller),
  fairLock: using((locks, { name }) => locks.fairLock(name)),
  fencedLock: using((locks, { name }) => locks.fencedLock(name)),
  spinLock: using((locks, { name }) => locks.spinLock(name)),
  nonReentrantLock: using((locks, { name }) => locks.nonReentrantLock(name)),
  nonReentrantFairLock: using((locks, { name }) => locks.nonReentrantFairLock(name)),
  readWriteLock: using((locks, { name }) => locks.readWriteLock(name).writeLock()),
  fairReadWriteLock: using((locks, { name }) => locks.fairReadWriteLock(name).writeLock()),
  permitExpirableSemaphore: onlyMakes,
  semaphore: onlyMakes,
  countDownLatch: onlyMakes,
  multiLock: using((locks, { name, own }) => locks.multiLock(locks.lock(name), locks.lock(own))),
  redLock: using((locks, { name }) => locks.redLock(locks.lock(name))),
  singleFlight: (locks, caller) => locks.singleFlight(caller.name, work(caller), { ...waiting(caller), ttlMs: 1 }),
  fence: onlyMakes,
  list: (locks) => locks.list({ limit: 1 }),
  async resume(locks, caller) {
    const held = await locks.lock(caller.name).acquire(waiting(caller));
    const resumed = await locks.resume(held.serialize({ move: true }));
    caller.see("resumed");
    await resumed.release();
  },
  close: onlyMakes,
};

const REMOTE_CALLS: CallsOf<RemoteLocks> = {
  lock: using((remote, { name }) => remote.lock(name)),
  withLock: (remote, caller) => remote.withLock(caller.name, work(caller), waiting(caller)),
  fairLock: using((remote, { name }) => remote.fairLock(name)),
  fencedLock: using((remote, { name }) => remote.fencedLock(name)),
  readWriteLock: using((remote, { name }) => remote.readWriteLock(name).writeLock()),
  fairReadWriteLock: using((remote, { name }) => remote.fairReadWriteLock(name).writeLock()),
  async permitExpirableSemaphore(remote, caller) {
    const semaphore = remote.permitExpirableSemaphore(caller.name, { permits: 1 });
    await semaphore.withPermit(work(caller), waiting(caller));
  },
  list: (remote) => remote.list({ limit: 1 }),
  async resume(remote, caller) {
    const held = await remote.lock(caller.name).acquire(waiting(caller));
    const resumed = await remote.resume(held.serialize({ move: true }));
    caller.see("resumed");
    await resumed.release();
  },
  close: onlyMakes,
};

const MANAGER_CALLS: CallsOf<LockManager> = {
  async request(manager, caller) {
    const { name, isAlone } = caller;
    const run = async (): Promise<void> => {
      caller.see("callback");
      await turn();
      caller.see("callback, later");
    };
    await manager.request(name, run);
    await manager.request(name, { mode: "shared" }, run);
    await manager.request(name, { ifAvailable: true }, run);
    // Nobody steals from a caller that is still at one of the requests above.
    await caller.together();
    // Its holder loses the lock.
    const ends = manager.request(name, async (_, { signal }) => {
      caller.see("callback of the robbed");
      await (isAlone ? aborts(signal, caller) : turn());
      caller.see("callback of the robbed, later");
    });
    const robbed = ends.catch(() => caller.see("robbed"));
    await turn();
    await manager.request(name, { steal: true }, run).catch(() => {});
    await robbed;
    const leaving = new AbortController();
    const left = manager.request(name, { signal: leaving.signal }, run).catch(() => caller.see("left"));
    leaving.abort();
    await left;
  },
  query: (manager) => manager.query(),
};

/** The functions of an entry that are no classes. */
type Functions<Entry> = { readonly [Name in Method<Entry>]: Play };

const kindOf =
  (make: (client: core.Client, name: string) => Pick<Lock, "withLock">): Play =>
  (caller) =>
    make(caller.locks, caller.name).withLock(work(caller), waiting(caller));

/** The names whose value was refreshed: the callers of one name share its store. */
const refreshed = new Set<string>();

const CORE: Functions<typeof core> = {
  createClient: onlyMakes,
  createLocks: onlyMakes,
  lock: kindOf(core.lock),
  fairLock: kindOf(core.fairLock),
  fencedLock: kindOf(core.fencedLock),
  spinLock: kindOf(core.spinLock),
  nonReentrantLock: kindOf(core.nonReentrantLock),
  nonReentrantFairLock: kindOf(core.nonReentrantFairLock),
  readWriteLock: kindOf((client, name) => core.readWriteLock(client, name).readLock()),
  fairReadWriteLock: kindOf((client, name) => core.fairReadWriteLock(client, name).readLock()),
  multiLock: onlyMakes,
  redLock: onlyMakes,
  permitExpirableSemaphore: onlyMakes,
  semaphore: onlyMakes,
  countDownLatch: onlyMakes,
  singleFlight: (caller) =>
    core.singleFlight(caller.locks, caller.name, work(caller), { ...waiting(caller), ttlMs: 60_000 }),
  refreshOnce: ({ locks, name, see }) => {
    const read = async () => {
      see("read");
      return { version: refreshed.has(name) ? 2 : 1 };
    };
    const refresh = async () => {
      see("refresh");
      return { version: 2 };
    };
    const write = async () => {
      see("write");
      refreshed.add(name);
    };
    return core.refreshOnce(locks, name, { read, isFresh: ({ version }) => version === 2, refresh, write });
  },
  listLocks: ({ locks }) => core.listLocks(locks, { limit: 1 }),
  async fence({ locks, name, see }) {
    const fence = core.fence(locks, name);
    await fence.check("1");
    see("checked");
    await fence.set(name, "value", "1").catch(() => {});
  },
  async fencedStorage({ name, see }) {
    const transaction = { get: async () => undefined, put: async () => {} };
    const storage = {
      async transaction<T>(run: (of: core.StorageTransaction) => Promise<T>): Promise<T> {
        see("transaction");
        return run(transaction);
      },
    };
    const fenced = core.fencedStorage(storage, name);
    await fenced.check("1");
    await fenced.put("key", "value", "1");
  },
  fencedRows: onlyMakes,
  durableObjectWatchdog: onlyMakes,
  watchdogClient: onlyMakes,
  holdText: onlyMakes,
  inspection: onlyMakes,
  steal: onlyMakes,
  byOwner: onlyMakes,
  streams: onlyMakes,
  sharedRenewals: onlyMakes,
  keyLocking: onlyMakes,
  throughClient: onlyMakes,
  isLockError: onlyMakes,
};

const route = async (caller: Caller, fetch: (request: Request) => Response | Promise<Response>): Promise<void> => {
  const response = await fetch(new Request("http://localhost/", { method: "POST" }));
  caller.see("answered");
  if (!(await response.text()).includes("done")) throw new Error(`answered with ${response.status}`);
};

const routeOptions = ({ locks, name, see }: Caller) =>
  ({
    locks: () => {
      see("locks");
      return locks;
    },
    name: async () => {
      see("name");
      return name;
    },
    waitMs: 30_000,
  }) as const;

const ofRoute = async (caller: Caller): Promise<void> => {
  const handler = async (_: unknown, held: Held): Promise<Response> => {
    aborts(held.signal, caller);
    return new Response(await work(caller)());
  };
  await route(caller, web.lockRoute(routeOptions(caller), handler));
  const onBusy = (): Response => {
    caller.see("onBusy");
    return new Response("done");
  };
  await route(caller, web.lockRoute({ ...routeOptions(caller), waitMs: 0, onBusy }, handler));
};

const ENTRIES: {
  readonly web: Functions<typeof web>;
  readonly vercel: Functions<typeof vercelEntry>;
  readonly hono: Functions<typeof hono>;
  readonly remote: Functions<typeof remoteEntry>;
  readonly "web-locks": Functions<typeof webLocks>;
  readonly otel: Functions<typeof otel>;
  readonly api: Functions<typeof api>;
} = {
  web: { lockRoute: ofRoute, locksFromEnv: onlyMakes },
  // The same function as that of "web".
  vercel: {
    lockRoute: onlyMakes,
    locksFromEnv: onlyMakes,
    vercelContext: onlyMakes,
    afterContext: onlyMakes,
  },
  hono: {
    locksFromEnv: onlyMakes,
    lockRoute(caller) {
      const app = new Hono().post("/", hono.lockRoute(routeOptions(caller)), async (c) => c.text(await work(caller)()));
      return route(caller, app.fetch);
    },
  },
  remote: { createRemoteLocks: onlyMakes, remoteWatchdog: onlyMakes },
  "web-locks": {
    createLockManager: (caller) =>
      webLocks.createLockManager(caller.locks, { context: CONTEXT }).request(caller.name, work(caller)),
    installNavigatorLocks: onlyMakes,
  },
  otel: { telemetry: onlyMakes },
  api: {
    async createLockApi(caller) {
      const app = api.createLockApi({
        locks: () => {
          caller.see("locks");
          return caller.locks;
        },
        secret: TOKEN,
        authorize: async () => {
          caller.see("authorize");
          return { id: "me", names: ["*"], verbs: ["acquire", "release"] };
        },
        audit: () => caller.see("audit"),
      });
      const body = JSON.stringify({ waitMs: 30_000, leaseMs: 1_000 });
      const headers = { "content-type": "application/json", accept: "text/event-stream" };
      const path = `http://localhost/${encodeURIComponent(caller.name)}/acquire`;
      const response = await app.fetch(new Request(path, { method: "POST", headers, body }));
      await response.text();
      caller.see("answered");
    },
  },
};

type Row = readonly [what: string, play: Play];

function rows<Of>(what: string, calls: CallsOf<Of>, of: (caller: Caller) => Of | Promise<Of>): Row[] {
  return Object.entries<(of: Of, caller: Caller) => unknown>(calls)
    .filter(([, call]) => call !== onlyMakes)
    .map(([name, call]) => [`${what}.${name}`, async (caller) => call(await of(caller), caller)]);
}

const ofEntries = Object.entries({ core: CORE, ...ENTRIES }).flatMap(([entry, functions]) =>
  Object.entries<Play>(functions)
    .filter(([, play]) => play !== onlyMakes)
    .map(([name, play]): Row => [`${entry}: ${name}`, play]),
);

/** Every public call. */
export const CALLS: readonly Row[] = [
  ...ofEntries,
  ...rows("Locks", LOCKS_CALLS, ({ locks }) => locks),
  ...rows("RemoteLocks", REMOTE_CALLS, ({ remote }) => remote),
  ...rows("Lock", LOCK_CALLS, ({ locks, name }) => locks.lock(name)),
  ...rows("remote Lock", LOCK_CALLS, ({ remote, name }) => remote.lock(name)),
  ...rows("ReadWriteLock", READ_WRITE_CALLS, ({ locks, name }) => locks.readWriteLock(name)),
  ...rows("Held", HELD_CALLS, ({ brief, name, isAlone }) =>
    // Holds that callers have at the same time, although they have one name.
    (isAlone ? brief.lock(name) : brief.readWriteLock(name).readLock()).acquire(),
  ),
  ...rows("Semaphore", SEMAPHORE_CALLS, ({ locks, name }) => locks.semaphore(name, { permits: 1 })),
  ...rows("PermitExpirableSemaphore", PERMITS_CALLS, ({ locks, name }) =>
    locks.permitExpirableSemaphore(name, { permits: 1 }),
  ),
  ...rows("Permit", PERMIT_CALLS, ({ brief, own }) =>
    brief.permitExpirableSemaphore(own, { permits: 1 }).acquire({ waitMs: 30_000 }),
  ),
  ...rows("CountDownLatch", LATCH_CALLS, ({ locks, name }) => locks.countDownLatch(name)),
  ...rows("LockManager", MANAGER_CALLS, ({ manager }) => manager),
];
