// Programs by their imports, and the sizes of their bundles.
import { gzipSync } from "node:zlib";
import { type BuildResult, build } from "esbuild";

export interface Scenario {
  readonly title: string;
  /** The program, as far as imports go. */
  readonly imports: string;
  /** The limit of its size, minified and gzipped, bytes. It keeps a bundle from growing unseen. */
  readonly limitBytes: number;
}

const from = (names: string, entry = ""): string => `export { ${names} } from "leasehound${entry}";`;

export const SCENARIOS: readonly Scenario[] = [
  { title: "lock, by polling", imports: from("createClient, lock"), limitBytes: 26_050 },
  {
    title: "lock, with streams, hand-off and text",
    imports: from("createClient, lock, streams, holdText, durableObjectWatchdog"),
    limitBytes: 40_050,
  },
  { title: "lock, with inspection", imports: from("createClient, lock, inspection"), limitBytes: 29_600 },
  { title: "lock, with steal", imports: from("createClient, lock, steal"), limitBytes: 27_500 },
  { title: "fair lock, by polling", imports: from("createClient, fairLock"), limitBytes: 28_200 },
  { title: "fenced lock, by polling", imports: from("createClient, fencedLock"), limitBytes: 26_450 },
  { title: "read/write lock, by polling", imports: from("createClient, readWriteLock"), limitBytes: 26_550 },
  { title: "fair read/write lock, by polling", imports: from("createClient, fairReadWriteLock"), limitBytes: 28_150 },
  { title: "multi lock of locks", imports: from("createClient, lock, multiLock"), limitBytes: 30_900 },
  { title: "red lock of locks", imports: from("createClient, lock, redLock"), limitBytes: 30_500 },
  { title: "single flight", imports: from("createClient, singleFlight"), limitBytes: 25_850 },
  { title: "semaphore", imports: from("createClient, semaphore"), limitBytes: 16_850 },
  { title: "permit-expirable semaphore", imports: from("createClient, permitExpirableSemaphore"), limitBytes: 23_400 },
  { title: "count-down latch", imports: from("createClient, countDownLatch"), limitBytes: 15_700 },
  { title: "fence", imports: from("createClient, fence"), limitBytes: 10_100 },
  { title: "fence of an SQL row", imports: from("fencedRows"), limitBytes: 1_900 },
  {
    title: "lock, by polling, with telemetry",
    imports: `${from("createClient, lock")} ${from("telemetry", "/otel")}`,
    limitBytes: 27_750,
  },
  { title: "lock through a client", imports: from("createClient, lock, throughClient"), limitBytes: 27_900 },
  { title: "everything, createLocks", imports: from("createLocks"), limitBytes: 74_350 },
  { title: "light lock", imports: from("createLightLocks", "/light"), limitBytes: 12_950 },
  {
    title: "lock, with streams, over ioredis",
    imports: `${from("createClient, lock, streams")} ${from("ioredisPort", "/ioredis")}`,
    limitBytes: 39_950,
  },
  {
    title: "lock, with streams, over a cluster of ioredis",
    imports: `${from("createClient, lock, streams")} ${from("ioredisClusterPort", "/ioredis")}`,
    limitBytes: 41_350,
  },
  {
    title: "lock, with streams, over node-redis",
    imports: `${from("createClient, lock, streams")} ${from("nodeRedisPort", "/node-redis")}`,
    limitBytes: 39_800,
  },
  {
    title: "lock, with streams, over a cluster of node-redis",
    imports: `${from("createClient, lock, streams")} ${from("nodeRedisClusterPort", "/node-redis")}`,
    limitBytes: 41_200,
  },
  {
    title: "lock, with streams",
    imports: from("createClient, lock, streams"),
    limitBytes: 37_100,
  },
  { title: "locks without a server, for tests", imports: from("createTestLocks", "/testing"), limitBytes: 104_850 },
  {
    title: "Hono: lockRoute, locksFromEnv",
    imports: from("lockRoute, locksFromEnv", "/hono"),
    limitBytes: 40_000,
  },
  {
    title: "Hono: the page, with its script and style",
    imports: from("createDashboard", "/dashboard"),
    limitBytes: 101_400,
  },
  { title: "the lock API", imports: from("createLockApi", "/api"), limitBytes: 73_350 },
  { title: "locks of a lock API", imports: from("createRemoteLocks", "/remote"), limitBytes: 26_800 },
  {
    title: "Vercel: lockRoute, locksFromEnv",
    imports: from("lockRoute, locksFromEnv", "/vercel"),
    limitBytes: 40_200,
  },
  { title: "web: lockRoute, locksFromEnv", imports: from("lockRoute, locksFromEnv", "/web"), limitBytes: 40_200 },
  {
    title: "Web Locks: createLockManager, by polling",
    imports: `${from("createClient")} ${from("createLockManager", "/web-locks")}`,
    limitBytes: 28_150,
  },
  {
    title: "Durable Object: LeaseWatchdog, DurableLocks",
    imports: from("LeaseWatchdog, DurableLocks", "/durable-object"),
    limitBytes: 36_900,
  },
];

export interface Bundle {
  readonly text: string;
  readonly bytes: number;
  /** The modules that the bundle imports from outside. */
  readonly imports: readonly string[];
  /** The bytes that each source file adds to the bundle, before gzip. */
  readonly addedBytes: ReadonlyMap<string, number>;
}

/** Bundles a program as its author would. `minify`: default true. `external`: packages that are not part of it. */
export async function bundle(
  imports: string,
  {
    minify = true,
    external = ["@opentelemetry/api", "@upstash/redis", "cloudflare:workers", "hono", "hono/*"],
  }: BundleOptions = {},
): Promise<Bundle> {
  const built: BuildResult<{ write: false; metafile: true }> = await build({
    stdin: { contents: imports, resolveDir: process.cwd() },
    ...{ bundle: true, minify, format: "esm", target: "es2022", platform: "neutral", mainFields: ["module", "main"] },
    external: [...external],
    write: false,
    metafile: true,
  });
  const contents = built.outputFiles[0]?.contents ?? new Uint8Array();
  const outputs = Object.values(built.metafile.outputs);
  const added = outputs.flatMap(({ inputs }) => Object.entries(inputs));
  return {
    text: new TextDecoder().decode(contents),
    bytes: gzipSync(contents).length,
    imports: outputs.flatMap((output) => output.imports.map(({ path }) => path)),
    addedBytes: new Map(added.map(([file, { bytesInOutput }]) => [file, bytesInOutput])),
  };
}

export interface BundleOptions {
  readonly minify?: boolean;
  readonly external?: readonly string[];
}
