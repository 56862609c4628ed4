// Calls of the hosts with wrong input. Prints each that does not end in an error that names the member, and in the end
// the number of calls.
import { createRedisState } from "@chat-adapter/state-redis";
import { createLocks, isLockError } from "leasehound";
import { leasehoundRequestLock } from "../.cache/atproto/locks.ts";
import { leasehoundState } from "../.cache/chat/locks.ts";
import { leasehoundCoordinator } from "../.cache/node-cron/locks.ts";
import { leasehoundLockStore } from "../.cache/tanstack-ai/locks.ts";
import { leasehoundLocker } from "../.cache/tus/locks.ts";
import { leasehoundStore } from "../.cache/verrou/locks.ts";

const locks = createLocks({ prefix: "wrong:" });
const cron = leasehoundCoordinator(locks);
const chat = leasehoundState(createRedisState({ url: process.env.REDIS_URL ?? "" }), locks);
const tanstack = leasehoundLockStore(locks);
const atproto = { requestLock: leasehoundRequestLock(locks) };
const verrou = leasehoundStore(locks);
const uploads = leasehoundLocker(locks);
const tus = { lock: (id: string) => uploads.newLock(id).lock(new AbortController().signal, nothing) };

const TTLS = [undefined, null, 30, 0, -1, 1.5, "30000", Number.NaN, Number.POSITIVE_INFINITY, {}];
const KEYS = ["", undefined, null, 7, {}, "a\uD800", "user:undefined", "k".repeat(40_000)];
const OWNERS = ["", undefined, null, 7, "an owner", "o".repeat(129)];
const OTHER_KEYS = ["a\u0000\u001b\n", " ", "{x}y", "k".repeat(10_000), "__proto__"];
const nothing = async (): Promise<void> => {};

/** The member that is wrong, the object, its method, and the arguments of a program without types. */
type WrongCall = readonly [member: string, host: object, method: string, ...args: unknown[]];
const lockOf = (threadId: unknown, token: unknown): object => ({ threadId, token, expiresAt: 0 });

const CALLS: readonly WrongCall[] = [
  ...TTLS.flatMap((ttl): WrongCall[] => [
    ["leaseMs", cron, "shouldRun", "report", ttl],
    ["leaseMs", chat, "acquireLock", "thread", ttl],
    ["leaseMs", chat, "extendLock", lockOf("thread", "token"), ttl],
    ["leaseMs", verrou, "extend", "import", "owner", ttl],
  ]),
  // Its null means: for ever.
  ...TTLS.filter((ttl) => ttl !== null).map((ttl): WrongCall => ["leaseMs", verrou, "save", "import", "owner", ttl]),
  ...KEYS.flatMap((key): WrongCall[] => [
    ["name", cron, "shouldRun", key, 30_000],
    ["name", chat, "acquireLock", key, 30_000],
    ["name", chat, "extendLock", lockOf(key, "token"), 30_000],
    ["name", chat, "releaseLock", lockOf(key, "token")],
    ["name", chat, "forceReleaseLock", key],
    ["name", tanstack, "withLock", key, nothing],
    ["name", atproto, "requestLock", key, nothing],
    ["name", tus, "lock", key],
    ["name", verrou, "save", key, "owner", 30_000],
    ["name", verrou, "delete", key, "owner"],
    ["name", verrou, "forceDelete", key],
    ["name", verrou, "exists", key],
    ["name", verrou, "extend", key, "owner", 30_000],
  ]),
  ...OWNERS.flatMap((owner): WrongCall[] => [
    ["owner", chat, "extendLock", lockOf("thread", owner), 30_000],
    ["owner", chat, "releaseLock", lockOf("thread", owner)],
    ["owner", verrou, "save", "import", owner, 30_000],
    ["owner", verrou, "delete", "import", owner],
    ["owner", verrou, "extend", "import", owner, 30_000],
  ]),
  ["fn", tanstack, "withLock", "sandbox", undefined],
  ["fn", atproto, "requestLock", "session", undefined],
];

/** Returns what is wrong about the end of a call. */
async function problemOf([member, host, method, ...args]: WrongCall): Promise<string | undefined> {
  let result: unknown;
  try {
    result = Reflect.apply(Reflect.get(host, method), host, args);
  } catch (error) {
    return `threw before it had returned a promise: ${error}`;
  }
  try {
    return `returned ${JSON.stringify(await result)}`;
  } catch (error) {
    const isNamed = isLockError(error)
      ? error.code === "INVALID_OPTION" && error.option === member
      : error instanceof TypeError && error.message.startsWith(`${member} `);
    return isNamed ? undefined : String(error);
  }
}

for (const call of CALLS) {
  const problem = await problemOf(call);
  const [member, , method, ...args] = call;
  if (problem !== undefined) console.log(`${method}(${JSON.stringify(args)}) does not name ${member}: ${problem}`);
}
for (const key of OTHER_KEYS) {
  await verrou.save(key, "owner", 30_000);
  await verrou.delete(key, "owner");
  await tanstack.withLock(key, nothing);
}
console.log(`${CALLS.length} calls`);
