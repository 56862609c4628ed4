// The content of a bundle of one kind: its own scripts and errors, and none of another kind.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expect, it } from "vitest";
import { bundle } from "../../../scripts/size/bundle.ts";
import type { Locks } from "../../../src/index.ts";
import * as generated from "../../../src/lock/lua/generated.ts";

/** The methods that make a kind. A multi or red lock holds the scripts of several kinds, so it has no row. */
type Kind = Exclude<keyof Locks, "prefix" | "close" | "resume" | "list" | "withLock" | "multiLock" | "redLock">;

const OF_HOLDS = ["lock/check", "lock/renew"];
const SHARED = ["lock/status", "request/withdraw", ...OF_HOLDS];
const ENDS = ["lock/release", "lock/force-release"];
const PLAIN = ["lock/acquire", ...SHARED, ...ENDS];

// The folders of scripts, or single ones, and the errors that a kind may hold beside those of every hold.
const KINDS: Readonly<Record<Kind, { readonly scripts: readonly string[]; readonly errors: readonly string[] }>> = {
  lock: { scripts: PLAIN, errors: ["TOO_MANY_HOLDS"] },
  spinLock: { scripts: PLAIN, errors: ["TOO_MANY_HOLDS"] },
  nonReentrantLock: { scripts: PLAIN, errors: ["TOO_MANY_HOLDS", "ALREADY_HELD"] },
  fairLock: { scripts: ["fair/", ...SHARED], errors: ["TOO_MANY_HOLDS"] },
  nonReentrantFairLock: { scripts: ["fair/", ...SHARED], errors: ["TOO_MANY_HOLDS", "ALREADY_HELD"] },
  fencedLock: { scripts: ["fenced/", ...SHARED, ...ENDS], errors: ["TOO_MANY_HOLDS"] },
  readWriteLock: {
    scripts: ["read-write/", "request/withdraw", ...OF_HOLDS],
    errors: ["TOO_MANY_HOLDS", "UPGRADE_REFUSED"],
  },
  fairReadWriteLock: {
    scripts: [
      "fair-read-write/",
      "request/withdraw",
      ...["renew-read", "check-read", "check-write", "status"].map((name) => `read-write/${name}`),
      ...OF_HOLDS,
    ],
    errors: ["TOO_MANY_HOLDS", "UPGRADE_REFUSED"],
  },
  singleFlight: {
    scripts: ["flight/", "lock/release", ...OF_HOLDS],
    errors: ["TOO_MANY_HOLDS", "FLIGHT_FAILED"],
  },
  semaphore: { scripts: ["semaphore/", "request/"], errors: ["PERMITS_UNSET"] },
  permitExpirableSemaphore: { scripts: ["permit-expirable/", "request/"], errors: ["PERMITS_UNSET"] },
  countDownLatch: { scripts: ["count-down-latch/", "request/"], errors: [] },
  fence: { scripts: ["fence/"], errors: [] },
};
const SCRIPTS = Object.values(generated).map(({ name }) => name);
const OF_KINDS = ["TOO_MANY_HOLDS", "ALREADY_HELD", "UPGRADE_REFUSED", "FLIGHT_FAILED", "PERMITS_UNSET"];
const OF_ROUTES_AND_OBJECTS = ["RESPONSE_TIMEOUT", "NO_ALARM", "PLAN_FAILED"];

it.each(Object.entries(KINDS))("the bundle of %s holds no script and no error of another kind", async (kind, own) => {
  const { text } = await bundle(`export { createClient, ${kind} } from "leasehound";`, { minify: false });
  const found = SCRIPTS.filter((name) => text.includes(`"${name}"`));
  expect(found.length).toBeGreaterThan(0);
  const isOwn = (name: string): boolean => own.scripts.includes(name) || own.scripts.includes(`${dirname(name)}/`);
  expect(found.filter((name) => !isOwn(name))).toEqual([]);
  const foreign = [...OF_KINDS, ...OF_ROUTES_AND_OBJECTS].filter((code) => !own.errors.includes(code));
  expect(foreign.filter((code) => text.includes(`super("${code}"`))).toEqual([]);
});

const alone = await bundle('export { createClient, lock } from "leasehound";');

it.each([
  ["streams", ["lock/redis/streams", "lock/http/server-sent-events", "lock/wait/lines", "lock/wait/wake-strategy"]],
  ["holdText", ["base/bytes"]],
  ["durableObjectWatchdog", ["lock/parts/hand-off", "lock/watchdog/durable-object-watchdog"]],
  ["keyLocking", ["lock/redis/key-locking"]],
  ["sharedRenewals", ["lock/parts/shared-renewals", "lock/lua/lock-many"]],
  ["steal", ["lock/parts/steal", "lock/lua/steal"]],
  ["inspection", ["lock/parts/inspection", "lock/lua/inspect"]],
  ["listLocks", ["lock/kinds/list-locks", "lock/lua/inspect"]],
] as const)("a lock holds what %s needs only where it is imported", async (part, files) => {
  const more = await bundle(`export { createClient, lock, ${part} } from "leasehound";`);
  const added = ({ addedBytes }: typeof alone): number[] => files.map((file) => addedBytes.get(`dist/${file}.js`) ?? 0);
  expect(added(alone)).toEqual(files.map(() => 0));
  expect(Math.min(...added(more))).toBeGreaterThan(0);
});

it("the client of the lock API holds no script, and no error of flights, routes and objects", async () => {
  const { text, imports, addedBytes } = await bundle('export { createRemoteLocks } from "leasehound/remote";', {
    minify: false,
  });
  expect(SCRIPTS.filter((name) => text.includes(`"${name}"`))).toEqual([]);
  const foreign = ["FLIGHT_FAILED", "ALREADY_HELD", ...OF_ROUTES_AND_OBJECTS];
  expect(foreign.filter((code) => text.includes(`super("${code}"`))).toEqual([]);
  expect(text).toContain('super("LOCK_LOST"');
  expect(imports).toEqual([]);
  expect([...addedBytes.keys()].filter((file) => file.includes("node_modules/"))).toEqual([]);
});

/** Returns the packages that the published types of a file import, and those of the files that it imports. */
function packagesOf(file: string, seen: Set<string> = new Set()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const found = readFileSync(file, "utf8").matchAll(/(?:from |import\()"([^"]+)"/g);
  return [...found].flatMap(([, from = ""]) =>
    from.startsWith(".") ? packagesOf(resolve(dirname(file), from.replace(/\.[jt]s$/, ".d.ts")), seen) : [from],
  );
}

it("the types of the client of the lock API need no package, and those of the API its peers", () => {
  expect(packagesOf(resolve("dist/service/remote/index.d.ts"))).toEqual([]);
  expect(packagesOf(resolve("dist/service/api/index.d.ts"))).toEqual(expect.arrayContaining(["hono"]));
});

it("telemetry is in a lock only where it is imported, and needs @opentelemetry/api alone", async () => {
  const more = await bundle(
    'export { createClient, lock } from "leasehound"; export { telemetry } from "leasehound/otel";',
  );
  expect([...alone.addedBytes.keys()].filter((file) => file.includes("/otel/"))).toEqual([]);
  expect(alone.imports).toEqual([]);
  expect(new Set(more.imports)).toEqual(new Set(["@opentelemetry/api"]));
});
