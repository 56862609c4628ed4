// A Redis user with the rights that `leasehound acl` prints: locks of every kind work, and nothing else does.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createLockManager } from "../../../src/edge/web-locks/index.ts";
import { createLocks, type Lock } from "../../../src/index.ts";
import { endsChannel, webLockPrefix } from "../../../src/lock/keys.ts";
import { acquireCall, releaseCall } from "../../../src/lock/lua/lock.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { COMMANDS, rightsOf } from "../../../src/tools/cli/commands/acl.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { startRedisServer } from "../../../src/tools/gateway/redis-server.ts";
import { everyClientIsMadeBy } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { exhaustive } from "../../support/exhaustive.ts";
import { application, call } from "../../support/lock-api.ts";
import { hold, rejection } from "../../support/lock-managers.ts";
import { command } from "../../support/rest.ts";
import { scriptCommands } from "../../support/script-commands.ts";
import { ODD_NAMES, uniqueName } from "../../support/unique-name.ts";
import { sleeper } from "../../support/waiting.ts";
import { everyKindContract } from "../contract/every-kind.ts";
import { connect } from "../model/real.ts";

// The gateway reads the server's table of commands.
const OF_GATEWAY = "+command";
const server = await startRedisServer();
const admin = await connect(server.url);
const all = await startGateway({ redisUrl: server.url });
const limited = await gatewayOf("limited", "lock:");
const ofAnyName = await gatewayOf("any-name", "");
const ofLockApi = await gatewayOf("lock-api", "lock:", true);
afterAll(async () => {
  admin.destroy();
  await Promise.all([all, limited, ofAnyName, ofLockApi].map((gateway) => gateway.close()));
  await server.stop();
});

async function gatewayOf(user: string, prefix: string, lockApi = false): Promise<Gateway> {
  await admin.sendCommand(["ACL", "SETUSER", user, ...rightsOf(prefix, lockApi), OF_GATEWAY, ">secret"]);
  return startGateway({ redisUrl: server.url.replace(/\/\/.*@/, `//${user}:secret@`) });
}

describe.concurrent.each([...ODD_NAMES, "plain"])("a limited user has the name %j", (name) => {
  const locks = createLocks({ redis: limited, leaseMs: 20_000, waitMs: 20_000 });

  it.each<[string, (name: string) => Pick<Lock, "acquire" | "tryAcquire" | "forceRelease" | "inspect">]>([
    ["lock", (of) => locks.lock(of)],
    ["fair lock", (of) => locks.fairLock(of)],
    ["fenced lock", (of) => locks.fencedLock(of)],
    ["write lock", (of) => locks.readWriteLock(of).writeLock()],
    ["fair write lock", (of) => locks.fairReadWriteLock(of).writeLock()],
    ["read lock", (of) => locks.readWriteLock(of).readLock()],
  ])("of a %s", async (kind, of) => {
    const lock = of(`${kind}${name}`);
    const held = await lock.acquire({ owner: "o:1" });
    const waiting = kind === "read lock" ? undefined : lock.acquire();
    await held.renew();
    expect(await held.check()).toBe(true);
    expect((await lock.inspect()).holderCount).toBe(1);
    expect(await held.release()).toMatchObject({ outcome: "released" });
    await waiting;
    await lock.acquire({ owner: "o:2", waitMs: 0, ...(kind === "lock" && { steal: true }) }).catch(() => {});
    expect(await lock.forceRelease()).toBe(true);
  });

  it("of what is no lock", async () => {
    await locks.semaphore(`s${name}`, { permits: 1 }).withPermit(() => {});
    await locks.permitExpirableSemaphore(`p${name}`, { permits: 1 }).withPermit(() => {});
    const latch = locks.countDownLatch(`l${name}`);
    await latch.trySetCount(1);
    await Promise.all([latch.wait(), latch.countDown()]);
    const flights = await Promise.all(
      [1, 2, 3].map(() => locks.singleFlight(`f${name}`, () => sleep(1_000, "result"), { ttlMs: 60_000 })),
    );
    expect(flights).toEqual(["result", "result", "result"]);
    expect((await locks.list()).locks).toBeInstanceOf(Array);
  });

  it("of a lock manager's lock", async () => {
    const manager = createLockManager(locks);
    expect(await manager.request(`w${name}`, () => "got")).toBe("got");
    const { held = [] } = await manager.query();
    expect(held.map((lock) => lock.name)).not.toContain(`w${name}`);
  });
});

describe.each([
  ["lock:", limited],
  ["", ofAnyName],
] as const)("a limited user with the prefix %j learns at once of a theft", (prefix, redis) => {
  const options = { redis, prefix, leaseMs: 60_000 };

  /** Resolves when a stream hears the ends of this lock. */
  const heard = (key: string): Promise<unknown> =>
    eventually(async () => Number(await command(all, "PUBLISH", endsChannel(key), "-")) > 0);

  it("of a lock", async () => {
    const name = uniqueName();
    const held = await createLocks(options).lock(name).acquire();
    held.keepAlive(undefined, { listen: true });
    const lost = new Promise((resolve) => held.signal.addEventListener("abort", resolve));
    await heard(prefix + name);
    const thief = await createLocks(options).lock(name).acquire({ steal: true });
    await lost;
    expect(held.signal.reason).toMatchObject({ code: "LOCK_STOLEN" });
    await thief.release();
  });

  it("of a lock manager's lock", async () => {
    const name = uniqueName();
    const { held, done } = await hold(createLockManager(createLocks(options)), name);
    const ended = rejection(done);
    await heard(webLockPrefix(prefix) + name);
    await createLockManager(createLocks(options)).request(name, { steal: true }, () => {});
    expect(await ended).toMatchObject({ name: "AbortError" });
    expect(held.signal.aborted).toBe(true);
  });
});

describe("the lock API", () => {
  const secret = "canary-secret-of-the-lock-api-0123";
  /** Makes a token, uses it for a name whose keys stay, and revokes it. Resolves with the status of each answer. */
  const used = async (redis: Gateway): Promise<number[]> => {
    const app = application({ locks: createLocks({ redis }), secret });
    const asked = { principal: uniqueName(), names: ["*"], verbs: ["acquire"] };
    const made = await call(app, "-", "tokens", asked);
    const headers = { authorization: `Bearer ${made.body["token"]}`, "content-type": "application/json" };
    const got = await call(app, uniqueName(), "acquire", { kind: "fencedLock" }, { headers });
    const revoked = await call(app, "-", "tokens/revoke", { tokenId: made.body["tokenId"] });
    const refused = await call(app, uniqueName(), "acquire", {}, { headers });
    return [made, got, revoked, refused].map(({ status }) => status);
  };

  it("revokes tokens and counts names with these rights", async () => {
    expect(await used(ofLockApi)).toEqual([200, 200, 200, 401]);
  });

  it("refuses every token without these rights, because it cannot know whether a token was revoked", async () => {
    expect(await used(limited)).toEqual([200, 502, 502, 502]);
  });
});

// The tests that do not apply. Some of them look at the other gateway. The others have their own prefixes, and the user
// has no right for the patterns of their channels.
const EXCLUDED = new RegExp(
  [
    ...["^costs two requests for any number", "^a Redis that is away", "^report a wrong token"],
    ...["^learns of a theft at once, and not at", "^a release by force is told to a holder that listens"],
    ...["^ends the wait without a request", "^is missing, so that the waiter asks Redis", "^is never an error:"],
    ...["^of another runner, in another format", "^leaves no lock behind when a copy of the waiter's attempt"],
  ].join("|"),
);

// The short suite shows the same by the tests above.
exhaustive(() => {
  const { url, token } = ofAnyName;
  afterAll(everyClientIsMadeBy((options) => createLocks({ ...options, redis: { ...options.redis, url, token } })));
  describe("every contract with the commands of a limited user", () => {
    beforeEach(({ task, skip }) => skip(EXCLUDED.test(task.name)));
    everyKindContract(all, false);
  });
});

describe.each<[string, (rights: string[]) => string[]]>([
  ["cannot count subscribers", (rights) => [...rights, "-pubsub"]],
  ["cannot tell the time", (rights) => [...rights, "-time"]],
  ["cannot write lists", (rights) => [...rights, "-rpush", "-lset"]],
  ["has no right for mailboxes, as in earlier versions", (rights) => rights.filter((right) => !/mailbox/.test(right))],
])("a user that %s", (_, change) => {
  it("waits for a lock as before, and gets it long before a poll", async () => {
    const rights = change(rightsOf("lock:"));
    await admin.sendCommand(["ACL", "SETUSER", "less", ...rights, OF_GATEWAY, ">secret"]);
    const gateway = await startGateway({ redisUrl: server.url.replace(/\/\/.*@/, "//less:secret@") });
    const port = upstashPort(gateway);
    const locks = createLocks({ redis: gateway, pollMs: 60_000, waitMs: 20_000 });
    const limits = { timeoutMs: 5_000 };
    // A fencing token takes the time.
    const kinds = rights.includes("-time") ? [locks.lock("less")] : [locks.lock("less"), locks.fencedLock("fenced")];
    for (const lock of kinds) {
      const owner = `${crypto.randomUUID()}:1`;
      const key = `lock:${lock.name}`;
      const hold = { key, owner, holdId: owner, leaseMs: 30_000, ownerIsNew: true, epoch: "" };
      await port.run(acquireCall(hold, false), limits);
      const { got } = await sleeper((waits) => lock.acquire({ ...waits, wait: "subscribe" }));
      expect(await port.run(releaseCall(hold, true, "elsewhere"), limits)).toMatchObject({ end: "released" });
      expect(await (await got).release()).toMatchObject({ outcome: "released" });
    }
    await gateway.close();
    await admin.sendCommand(["ACL", "DELUSER", "less"]);
  });
});

it("has the commands of the scripts, and no others", () => {
  const called = scriptCommands()
    .map((name) => name.toLowerCase())
    // Tells only whether Redis is a cluster. It tells too much for this user, who has no cluster.
    .filter((name) => name !== "info");
  const sent = ["eval", "evalsha", "subscribe", "psubscribe"];
  expect([...COMMANDS].sort()).toEqual([...called, ...sent].sort());
});

it.each([
  ["GET", "other"],
  ["SET", "other", "1"],
  ["SET", "redisson_lock_token:{other}", "1"],
  ["DEL", "leasehound::owner:a|{other}"],
  ["PUBLISH", "news", "1"],
  ["FLUSHALL"],
  ["KEYS", "*"],
  ["EVAL", "return redis.call('GET', KEYS[1])", "1", "other"],
  ["EVAL", "return redis.call('FLUSHALL')", "0"],
  ["EVAL", "return redis.call('PUBLISH', 'news', 1)", "0"],
])("refuses %s %s", async (...words) => {
  await expect(command(limited, ...words)).rejects.toThrow(/NOPERM|can't (run|access|publish)/);
});
