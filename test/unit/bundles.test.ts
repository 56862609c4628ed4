// What a bundle of one kind holds: its own scripts and errors, and none of another kind. And what it weighs.
import { expect, it } from "vitest";
import { bundle, SCENARIOS } from "../../scripts/size/scenarios.ts";

const PLAIN = ["lock/acquire", "lock/release", "lock/force-release", "lock/status", "lock/check", "lock/renew"];
const SHARED = ["lock/status", "lock/check", "lock/renew"];
const ENDS = ["lock/release", "lock/force-release"];

// The folders of scripts, or single ones, and the errors that a kind may hold beside those of every hold.
const KINDS: Readonly<Record<string, { readonly scripts: readonly string[]; readonly errors: readonly string[] }>> = {
  lock: { scripts: PLAIN, errors: ["TOO_MANY_HOLDS"] },
  spinLock: { scripts: PLAIN, errors: ["TOO_MANY_HOLDS"] },
  nonReentrantLock: { scripts: PLAIN, errors: ["TOO_MANY_HOLDS", "ALREADY_HELD"] },
  fairLock: { scripts: ["fair/", ...SHARED], errors: ["TOO_MANY_HOLDS"] },
  nonReentrantFairLock: { scripts: ["fair/", ...SHARED], errors: ["TOO_MANY_HOLDS", "ALREADY_HELD"] },
  fencedLock: { scripts: ["fenced/", ...SHARED, ...ENDS], errors: ["TOO_MANY_HOLDS"] },
  readWriteLock: {
    scripts: ["read-write/", "lock/check", "lock/renew"],
    errors: ["TOO_MANY_HOLDS", "UPGRADE_REFUSED"],
  },
  singleFlight: {
    scripts: ["flight/", "lock/check", "lock/renew", "lock/release"],
    errors: ["TOO_MANY_HOLDS", "FLIGHT_FAILED"],
  },
  semaphore: { scripts: ["semaphore/", "request/"], errors: ["PERMITS_UNSET"] },
  permitExpirableSemaphore: { scripts: ["permit-expirable/", "request/"], errors: ["PERMITS_UNSET"] },
  countDownLatch: { scripts: ["count-down-latch/", "request/"], errors: [] },
  fence: { scripts: ["fence/"], errors: [] },
};
const SCRIPT =
  /"((?:lock|fair|fenced|read-write|flight|semaphore|permit-expirable|count-down-latch|fence|request)\/[\w-]+)"/g;
const OF_KINDS = ["TOO_MANY_HOLDS", "ALREADY_HELD", "UPGRADE_REFUSED", "FLIGHT_FAILED", "PERMITS_UNSET"];
const OF_ROUTES_AND_OBJECTS = ["RESPONSE_TIMEOUT", "NO_ALARM"];

it.each(Object.keys(KINDS))("the bundle of %s holds no script and no error of another kind", async (kind) => {
  const { text } = await bundle(`export { createClient, ${kind} } from "leasehound";`, { minify: false });
  const { scripts = [], errors = [] } = KINDS[kind] ?? {};
  const found = [...text.matchAll(SCRIPT)].flatMap(([, name = ""]) => name);
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((name) => !scripts.some((own) => name.startsWith(own)))).toEqual([]);
  const foreign = [...OF_KINDS, ...OF_ROUTES_AND_OBJECTS].filter((code) => !errors.includes(code));
  expect(foreign.filter((code) => text.includes(`super("${code}"`))).toEqual([]);
});

it.each([
  ["streams", ["redis/streams", "redis/server-sent-events", "wait/waiter-group", "wait/wake-strategy"]],
  ["holdText", ["hold/base64url"]],
  ["durableObjectWatchdog", ["hold/hand-off", "watchdog/namespace"]],
] as const)("a lock holds what %s needs only where it is imported", async (capability, files) => {
  const alone = await bundle('export { createClient, lock } from "leasehound";');
  const more = await bundle(`export { createClient, lock, ${capability} } from "leasehound";`);
  const added = ({ addedBytes }: typeof alone): number[] => files.map((file) => addedBytes.get(`dist/${file}.js`) ?? 0);
  expect(added(alone)).toEqual(files.map(() => 0));
  expect(Math.min(...added(more))).toBeGreaterThan(0);
});

it.each(SCENARIOS.map(({ title }) => title))("weighs no more than it may: %s", async (title) => {
  const scenario = SCENARIOS.find((each) => each.title === title);
  const { bytes } = await bundle(scenario?.imports ?? "");
  expect(bytes).toBeLessThanOrEqual(scenario?.limitBytes ?? 0);
});
