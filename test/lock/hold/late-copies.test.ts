// A copy of a request that arrives after its caller learned that nothing was done: because Redis was full, or not
// ready.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { neverSent } from "../../../src/base/redis-errors.ts";
import { type LockError, type Locks, RedisUnreachableError } from "../../../src/index.ts";
import type { RunLimits, ScriptCall } from "../../../src/lock/protocol.ts";
import type { RedisPort } from "../../../src/lock/redis/port.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { command } from "../../support/rest.ts";
import { type ServedGateway, startServedGateway } from "../../support/server.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { kinds } from "../contract/kinds.ts";
import { type Connection, connect } from "../model/real.ts";

const open: Locks[] = [];
/** Closes these locks after the test. */
function made(locks: Locks): Locks {
  open.push(locks);
  return locks;
}

let gateway: ServedGateway;
let redis: Connection;
beforeAll(async () => {
  gateway = await startServedGateway();
  redis = await connect(gateway.redisUrl);
});
afterEach(async () => {
  for (const locks of open.splice(0)) locks.close();
  await memory("0");
});
afterAll(async () => {
  redis.destroy();
  await gateway.close();
});

async function memory(bytes: string): Promise<void> {
  await redis.sendCommand(["CONFIG", "SET", "maxmemory", bytes]);
}

/** Each key with its content. */
const LOOK = `local all = {}
for _, key in ipairs(redis.call('KEYS', '*')) do table.insert(all, key .. ' ' .. redis.call('DUMP', key)) end
table.sort(all)
return redis.sha1hex(table.concat(all))`;
const state = (): Promise<string> => command(gateway, "EVAL", LOOK, 0);

interface Change {
  readonly what: string;
  /** Makes the state in which the request is sent. */
  arrange?(locks: Locks, name: string): Promise<unknown>;
  send(locks: Locks, name: string): Promise<unknown>;
}

const permits = (locks: Locks, name: string) => locks.permitExpirableSemaphore(name);
const changes: readonly Change[] = [
  ...Object.values(kinds).map(({ name: what, lock }) => ({
    what: `acquire of a ${what}`,
    send: (locks: Locks, name: string) => lock(locks, name).tryAcquire(),
  })),
  {
    what: "re-entry",
    arrange: (locks, name) => locks.lock(name).acquire({ owner: "again:1" }),
    send: (locks, name) => locks.lock(name).tryAcquire({ owner: "again:1" }),
  },
  {
    what: "acquire of a semaphore",
    arrange: (locks, name) => locks.semaphore(name).trySetPermits(5),
    send: (locks, name) => locks.semaphore(name).tryAcquire(2),
  },
  {
    what: "drain of a semaphore",
    arrange: (locks, name) => locks.semaphore(name).trySetPermits(5),
    send: (locks, name) => locks.semaphore(name).drainPermits(),
  },
  { what: "setting of a semaphore", send: (locks, name) => locks.semaphore(name).trySetPermits(5) },
  {
    what: "acquire of leased permits",
    arrange: (locks, name) => permits(locks, name).setPermits(5),
    send: (locks, name) => permits(locks, name).tryAcquire(),
  },
  {
    what: "change of leased permits",
    arrange: (locks, name) => permits(locks, name).setPermits(5),
    send: (locks, name) => permits(locks, name).addPermits(2),
  },
  { what: "setting of a latch", send: (locks, name) => locks.countDownLatch(name).trySetCount(3) },
  { what: "fenced write", send: (locks, name) => locks.fence(name).set(`${name}-data`, "text", "1") },
  { what: "single flight", send: (locks, name) => locks.singleFlight(name, async () => "text", { ttlMs: 5_000 }) },
];

/** These need no memory, so a full Redis does them. Only a Redis that is not ready does not. */
const giving: readonly Change[] = [
  {
    what: "count of a latch",
    arrange: (locks, name) => locks.countDownLatch(name).trySetCount(3),
    send: (locks, name) => locks.countDownLatch(name).countDown(),
  },
  {
    what: "release of a semaphore",
    arrange: (locks, name) => locks.semaphore(name).trySetPermits(5),
    send: (locks, name) => locks.semaphore(name).release(2),
  },
  {
    what: "release by force",
    arrange: (locks, name) => locks.lock(name).acquire(),
    send: (locks, name) => locks.lock(name).forceRelease(),
  },
];

/** A port that notes the first script. `instead`: the error to throw in place of running it; undefined: runs it. */
class Noted {
  first: ScriptCall<unknown> | undefined;
  runs = 0;
  answered = 0;
  readonly port: RedisPort;

  constructor(instead: (() => LockError) | undefined) {
    const real = upstashPort(gateway);
    const run = async <Reply>(call: ScriptCall<Reply>, limits: RunLimits): Promise<Reply> => {
      this.runs += 1;
      this.first ??= call;
      if (instead !== undefined && call === this.first) throw instead();
      const reply = await real.run(call, limits);
      this.answered += 1;
      return reply;
    };
    this.port = { ...real, run };
  }

  /** Waits for the cancel, and lets a copy of the first request arrive. */
  async copyArrives(): Promise<void> {
    await eventually(() => this.answered > 0);
    if (this.first === undefined) throw new Error("nothing was sent");
    const before = await state();
    await upstashPort(gateway)
      .run(this.first, { timeoutMs: 5_000 })
      .catch((error) => expect(error).toMatchObject({ code: "UNEXPECTED_REPLY" }));
    expect(await state()).toBe(before);
  }
}

describe("a copy that arrives after the error changes nothing:", () => {
  // A fair lock's first write is a removal, after which Redis refuses nothing.
  const refused = changes.filter(({ what }) => !/ (non-reentrant )?fair lock$/.test(what));
  it.each(refused)("$what, after a full Redis refused it", async ({ arrange, send }) => {
    const name = uniqueName();
    const locks = made(createLocks({ redis: gateway }));
    await arrange?.(locks, name);
    const noted = new Noted(undefined);
    const refused = made(createLocks({ redis: noted.port }));
    await memory("1");
    await expect(send(refused, name)).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
    await eventually(() => noted.answered > 0);
    await memory("0");
    await noted.copyArrives();
  });

  it.each([...changes, ...giving])("$what, after Redis was not ready", async ({ arrange, send }) => {
    const name = uniqueName();
    const locks = made(createLocks({ redis: gateway }));
    await arrange?.(locks, name);
    const noted = new Noted(() => new RedisUnreachableError("Redis is not ready: LOADING"));
    const refused = made(createLocks({ redis: noted.port }));
    await expect(send(refused, name)).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
    await noted.copyArrives();
  });
});

it("a request that was never sent is not cancelled", async () => {
  const scripts: string[] = [];
  const run = async <Reply>({ script }: ScriptCall<Reply>): Promise<Reply> => {
    scripts.push(script.name);
    throw neverSent(new RedisUnreachableError("connection refused"));
  };
  const locks = made(createLocks({ redis: { ...upstashPort(gateway), run } }));
  await expect(locks.lock(uniqueName()).tryAcquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
  await expect(locks.countDownLatch(uniqueName()).countDown()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
  expect(new Set(scripts)).toEqual(new Set(["lock/acquire", "count-down-latch/count-down"]));
});

it("a key that holds something else, and is deleted later, is not locked by a copy", async () => {
  const name = uniqueName();
  await command(gateway, "SET", name, "text");
  const noted = new Noted(undefined);
  const locks = made(createLocks({ redis: noted.port }));
  await expect(locks.lock(name).tryAcquire()).rejects.toMatchObject({ code: "NOT_A_LOCK" });
  await eventually(() => noted.answered > 0);
  expect(await command(gateway, "GET", name)).toBe("text");
  await command(gateway, "DEL", name);
  await noted.copyArrives();
});
