// The programs of docs/platforms/size.md, by their imports.

export interface Program {
  readonly title: string;
  /** The program, as far as imports go. */
  readonly imports: string;
}

const from = (names: string, entry = ""): string => `export { ${names} } from "leasehound${entry}";`;

export const PROGRAMS: readonly Program[] = [
  { title: "lock, by polling", imports: from("createClient, lock") },
  {
    title: "lock, with streams, hand-off and text",
    imports: from("createClient, lock, streams, holdText, durableObjectWatchdog"),
  },
  { title: "lock, with inspection", imports: from("createClient, lock, inspection") },
  { title: "lock, with steal", imports: from("createClient, lock, steal") },
  { title: "fair lock, by polling", imports: from("createClient, fairLock") },
  { title: "fenced lock, by polling", imports: from("createClient, fencedLock") },
  { title: "read/write lock, by polling", imports: from("createClient, readWriteLock") },
  { title: "fair read/write lock, by polling", imports: from("createClient, fairReadWriteLock") },
  { title: "multi lock of locks", imports: from("createClient, lock, multiLock") },
  { title: "red lock of locks", imports: from("createClient, lock, redLock") },
  { title: "single flight", imports: from("createClient, singleFlight") },
  { title: "semaphore", imports: from("createClient, semaphore") },
  { title: "permit-expirable semaphore", imports: from("createClient, permitExpirableSemaphore") },
  { title: "count-down latch", imports: from("createClient, countDownLatch") },
  { title: "fence", imports: from("createClient, fence") },
  { title: "fence of an SQL row", imports: from("fencedRows") },
  {
    title: "lock, by polling, with telemetry",
    imports: `${from("createClient, lock")} ${from("telemetry", "/otel")}`,
  },
  { title: "lock through a client", imports: from("createClient, lock, throughClient") },
  { title: "everything, createLocks", imports: from("createLocks") },
  { title: "light lock", imports: from("createLightLocks", "/light") },
  {
    title: "lock, with streams, over ioredis",
    imports: `${from("createClient, lock, streams")} ${from("ioredisPort", "/ioredis")}`,
  },
  {
    title: "lock, with streams, over a cluster of ioredis",
    imports: `${from("createClient, lock, streams")} ${from("ioredisClusterPort", "/ioredis")}`,
  },
  {
    title: "lock, with streams, over node-redis",
    imports: `${from("createClient, lock, streams")} ${from("nodeRedisPort", "/node-redis")}`,
  },
  {
    title: "lock, with streams, over a cluster of node-redis",
    imports: `${from("createClient, lock, streams")} ${from("nodeRedisClusterPort", "/node-redis")}`,
  },
  {
    title: "lock, with streams",
    imports: from("createClient, lock, streams"),
  },
  { title: "locks without a server, for tests", imports: from("createTestLocks", "/testing") },
  {
    title: "Hono: lockRoute, locksFromEnv",
    imports: from("lockRoute, locksFromEnv", "/hono"),
  },
  {
    title: "Hono: the page, with its script and style",
    imports: from("createDashboard", "/dashboard"),
  },
  { title: "the lock API", imports: from("createLockApi", "/api") },
  { title: "locks of a lock API", imports: from("createRemoteLocks", "/remote") },
  {
    title: "Vercel: lockRoute, locksFromEnv",
    imports: from("lockRoute, locksFromEnv", "/vercel"),
  },
  { title: "web: lockRoute, locksFromEnv", imports: from("lockRoute, locksFromEnv", "/web") },
  {
    title: "Web Locks: createLockManager, by polling",
    imports: `${from("createClient")} ${from("createLockManager", "/web-locks")}`,
  },
  {
    title: "Durable Object: LeaseWatchdog, DurableLocks",
    imports: from("LeaseWatchdog, DurableLocks", "/durable-object"),
  },
];
