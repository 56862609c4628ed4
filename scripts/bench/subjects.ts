// The measured locks, in the order of the tables. A subject's packages are loaded only by its own processes.
/// <reference path="./others/modules.d.ts" />
import { VERSIONS as REDISSON_VERSIONS } from "../../test/together/interop/redisson-build.ts";
import type { Kept, OpenLocker } from "./locker.ts";
import manifest from "./others/package.json" with { type: "json" };

export interface Subject<Open = OpenLocker> {
  readonly id: string;
  /** With its version, where it is another's. */
  readonly title: string;
  readonly over: "HTTP" | "TCP";
  /** "floor": requests without a library. */
  readonly whose: "ours" | "another" | "floor";
  readonly load: () => Promise<Open>;
}

type KeptSubject = Subject<OpenLocker<Kept>>;

const [ours, bare] = [() => import("./ours.ts"), () => import("./floors.ts")];
const http = { over: "HTTP", whose: "ours" } as const;
const tcp = { over: "TCP", whose: "ours" } as const;
const [httpFloor, tcpFloor] = [{ ...http, whose: "floor" } as const, { ...tcp, whose: "floor" } as const];

const OURS: readonly Subject[] = [
  { id: "leasehound", title: "leasehound", ...http, load: async () => (await ours()).plain },
  { id: "leasehound-fair", title: "leasehound, fair", ...http, load: async () => (await ours()).fair },
  { id: "leasehound-light", title: "leasehound/light", ...http, load: async () => (await ours()).light },
  { id: "leasehound-ioredis", title: "leasehound/ioredis", ...tcp, load: async () => (await ours()).plainIoredis },
  {
    id: "leasehound-node-redis",
    title: "leasehound/node-redis",
    ...tcp,
    load: async () => (await ours()).plainNodeRedis,
  },
  { id: "light-ioredis", title: "leasehound/light, ioredis", ...tcp, load: async () => (await ours()).lightIoredis },
];

function another(
  id: string,
  name: keyof typeof manifest.dependencies,
  over: Subject["over"],
  load: KeptSubject["load"],
): KeptSubject {
  return { id, title: `${name} ${manifest.dependencies[name]}`, over, whose: "another", load };
}

const OTHERS: readonly KeptSubject[] = [
  another("upstash-lock", "@upstash/lock", "HTTP", async () => (await import("./others/upstash-lock.ts")).upstashLock),
  another("redlock", "redlock", "TCP", async () => (await import("./others/redlock.ts")).redlock),
  another("redis-semaphore", "redis-semaphore", "TCP", async () => {
    return (await import("./others/redis-semaphore.ts")).redisSemaphore;
  }),
  another("redlock-universal", "redlock-universal", "TCP", async () => {
    return (await import("./others/redlock-universal.ts")).redlockUniversal;
  }),
  another("verrou", "@verrou/core", "TCP", async () => (await import("./others/verrou.ts")).verrou),
];

/** Of `npm run bench -- peers`. */
export const SUBJECTS: readonly Subject[] = [
  ...OURS,
  ...OTHERS,
  {
    ...{ id: "redisson", title: `Redisson ${REDISSON_VERSIONS[0]}`, over: "TCP", whose: "another" },
    load: async () => (await import("./others/redisson.ts")).redisson,
  },
  { id: "bare-fetch", title: "floor: bare fetch", ...httpFloor, load: async () => (await bare()).bareFetch },
  { id: "same-fetch", title: "our scripts, fetch", ...httpFloor, load: async () => (await bare()).sameByFetch },
  {
    ...{ id: "same-upstash-redis", title: "our scripts, @upstash/redis", ...httpFloor },
    load: async () => (await bare()).sameByUpstashRedis,
  },
  { id: "bare-socket", title: "floor: bare ioredis", ...tcpFloor, load: async () => (await bare()).bareIoredis },
  { id: "same-ioredis", title: "our scripts, ioredis", ...tcpFloor, load: async () => (await bare()).sameByIoredis },
  {
    ...{ id: "same-node-redis", title: "our scripts, node-redis", ...tcpFloor },
    load: async () => (await bare()).sameByNodeRedis,
  },
];

/** Of `npm run bench -- faults`. */
export const KEPT_SUBJECTS: readonly KeptSubject[] = [
  { id: "lock", title: "lock", ...http, load: async () => (await ours()).keptLock },
  { id: "fencedLock", title: "fencedLock", ...http, load: async () => (await ours()).keptFencedLock },
  ...OTHERS,
  another("effect-distributed-lock", "effect-distributed-lock", "TCP", async () => {
    return (await import("./others/effect-distributed-lock.ts")).effectDistributedLock;
  }),
];
