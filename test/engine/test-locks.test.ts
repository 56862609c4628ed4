// `leasehound/testing`: locks without a server. The fake timers of Vitest are in fake-time.test.ts.
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTestLocks, fakeTime } from "../../src/engine/testing/index.ts";
import { createLightLocks } from "../../src/lock/light/index.ts";
import { kinds } from "../lock/contract/kinds.ts";
import { startNode } from "../support/child-process.ts";

describe("locks of a test", () => {
  it("are held by one client, and refused to another", async () => {
    const locks = createTestLocks();
    const held = await locks.lock("a").acquire();
    expect(await locks.redis.locks().lock("a").tryAcquire()).toBeNull();
    expect((await held.release()).outcome).toBe("released");
  });

  it.each(Object.values(kinds).map((kind) => [kind.name, kind] as const))("are of each kind: %s", async (_, kind) => {
    const locks = createTestLocks({ prefix: "" });
    const held = await kind.lock(locks, "a").acquire();
    expect(await kind.lock(locks.redis.locks(), "a").isLocked()).toBe(true);
    expect(await held.release()).toMatchObject({ outcome: "released" });
  });

  it("are light locks, too", async () => {
    const light = createLightLocks({ redis: createTestLocks().redis.port });
    const held = await light.lock("a").acquire();
    expect(await light.lock("a").tryAcquire()).toBeNull();
    expect((await held.release()).outcome).toBe("released");
  });

  it("share nothing with those of another test", async () => {
    await createTestLocks().lock("a").acquire();
    expect(await createTestLocks().lock("a").isLocked()).toBe(false);
  });

  it("tell what Redis ran", async () => {
    const locks = createTestLocks({ prefix: "" });
    await locks.lock("a").acquire();
    expect(locks.redis.witness()).toEqual([
      { command: expect.arrayContaining(["EVALSHA", "a"]), result: undefined },
      { command: expect.arrayContaining(["EVAL", "a"]), result: expect.arrayContaining(["held"]) },
    ]);
    expect(await locks.redis.command("TYPE", "a")).toEqual({ result: "hash" });
  });

  it("tell the newest 10,000 commands", async () => {
    const locks = createTestLocks({ prefix: "" });
    for (let nth = 0; nth < 21_000; nth += 1) await locks.lock(`a${nth}`).isLocked();
    const witnessed = locks.redis.witness();
    expect(witnessed).toHaveLength(10_000);
    expect(witnessed.at(-1)?.command).toContain("a20999");
  });
});

describe("what goes wrong", () => {
  it("no message arrives while the database is away", async () => {
    const locks = createTestLocks({ pollMs: 60_000 });
    const held = await locks.lock("a").acquire();
    let isOver = false;
    const waiter = locks.redis.locks().lock("a").acquire({ waitMs: 10_000, onUnreachable: "wait" });
    waiter.then(() => (isOver = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const back = locks.redis.goAway();
    await expect(held.release()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
    expect(isOver).toBe(false);
    back();
    await held.release();
    await (await waiter).release();
  });

  it.each([
    ["options", null],
    ["redis", { redis: {} }],
    ["keyLocking", { keyLocking: true }],
  ])("a wrong option is refused: %s", (option, options) => {
    expect(() => Reflect.apply(createTestLocks, undefined, [options])).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", option }),
    );
  });

  it("a database that is away is REDIS_UNREACHABLE, until it is back", async () => {
    const locks = createTestLocks();
    const back = locks.redis.goAway();
    await expect(locks.lock("a").tryAcquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
    back();
    back();
    expect(await locks.lock("a").tryAcquire()).not.toBeNull();
  });

  it("full memory is REDIS_UNREACHABLE, and a release still works", async () => {
    const locks = createTestLocks();
    const held = await locks.lock("a").acquire();
    locks.redis.isFull = true;
    await expect(locks.lock("b").acquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE", redisCode: "OOM" });
    expect((await held.release()).outcome).toBe("released");
  });
});

it("fakeTime fakes both clocks of node:test", async () => {
  await using child = startNode(["--test", "test/engine/node-test/fake-time.ts"]);
  const { code, stdout } = await child.ended;
  expect(stdout).toContain("pass 4");
  expect(code).toBe(0);
});

it("fakeTime refuses what is no context of node:test, such as that of Vitest", (context) => {
  const error = { code: "INVALID_OPTION", option: "t", message: expect.stringContaining("vi.useFakeTimers()") };
  for (const t of [undefined, context]) {
    expect(() => Reflect.apply(fakeTime, undefined, [t])).toThrow(expect.objectContaining(error));
  }
});

describe("a half-faked clock is INVALID_OPTION, with the cure", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ["Date", "performance.now"],
    ["performance", "Date"],
  ] as const)("%s alone", async (faked, real) => {
    vi.useFakeTimers({ toFake: [faked] });
    const error = { code: "INVALID_OPTION", option: real, message: expect.stringContaining("fakeTime(t)") };
    await expect(createTestLocks().lock("a").acquire()).rejects.toMatchObject(error);
  });

  it("timers alone", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const error = { code: "INVALID_OPTION", option: "Date", message: expect.stringContaining("fakeTime(t)") };
    await expect(createTestLocks().lock("a").acquire()).rejects.toMatchObject(error);
  });
});
