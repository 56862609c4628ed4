// The measured locks, in the order of the tables. A subject's packages are loaded only by its own processes.
import { readFileSync } from "node:fs";
import { VERSIONS } from "../../../test/together/interop/redisson-build.ts";
import type { Subject } from "./subject.ts";

const { dependencies }: { dependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(new URL("../others/package.json", import.meta.url), "utf8"),
);

const withVersion = (name: string): string => `${name} ${dependencies[name]}`;

const OURS: readonly Subject[] = [
  {
    id: "leasehound",
    title: "leasehound",
    over: "HTTP",
    whose: "ours",
    load: async () => (await import("./leasehound.ts")).plain,
  },
  {
    id: "leasehound-fair",
    title: "leasehound, fair",
    over: "HTTP",
    whose: "ours",
    load: async () => (await import("./leasehound.ts")).fair,
  },
  {
    id: "leasehound-polling",
    title: "leasehound, polling",
    over: "HTTP",
    whose: "ours",
    load: async () => (await import("./leasehound.ts")).polling,
  },
  {
    id: "leasehound-light",
    title: "leasehound/light",
    over: "HTTP",
    whose: "ours",
    load: async () => (await import("./leasehound.ts")).light,
  },
  {
    id: "leasehound-ioredis",
    title: "leasehound/ioredis",
    over: "TCP",
    whose: "ours",
    load: async () => (await import("./leasehound-tcp.ts")).ioredis,
  },
  {
    id: "leasehound-node-redis",
    title: "leasehound/node-redis",
    over: "TCP",
    whose: "ours",
    load: async () => (await import("./leasehound-tcp.ts")).nodeRedis,
  },
];

const OTHERS: readonly Subject[] = [
  {
    id: "upstash-lock",
    title: withVersion("@upstash/lock"),
    over: "HTTP",
    whose: "another",
    load: async () => (await import("../others/upstash-lock.ts")).upstashLock,
  },
  {
    id: "redis-semaphore",
    title: withVersion("redis-semaphore"),
    over: "TCP",
    whose: "another",
    load: async () => (await import("../others/redis-semaphore.ts")).redisSemaphore,
  },
  {
    id: "redlock",
    title: withVersion("redlock"),
    over: "TCP",
    whose: "another",
    load: async () => (await import("../others/redlock.ts")).redlock,
  },
  {
    id: "redlock-universal",
    title: withVersion("redlock-universal"),
    over: "TCP",
    whose: "another",
    load: async () => (await import("../others/redlock-universal.ts")).redlockUniversal,
  },
  {
    id: "verrou",
    title: withVersion("@verrou/core"),
    over: "TCP",
    whose: "another",
    load: async () => (await import("../others/verrou.ts")).verrou,
  },
  {
    id: "redisson",
    title: `Redisson ${VERSIONS[0]}`,
    over: "TCP",
    whose: "another",
    isOneProcess: true,
    load: async () => (await import("../others/redisson.ts")).redisson,
  },
];

const FLOORS: readonly Subject[] = [
  {
    id: "bare-fetch",
    title: "floor: bare fetch",
    over: "HTTP",
    whose: "floor",
    load: async () => (await import("../others/bare.ts")).bareFetch,
  },
  {
    id: "bare-socket",
    title: "floor: bare ioredis",
    over: "TCP",
    whose: "floor",
    load: async () => (await import("../others/bare.ts")).bareSocket,
  },
];

export const SUBJECTS: readonly Subject[] = [...OURS, ...OTHERS, ...FLOORS];
