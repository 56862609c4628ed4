// Key-level locking: which scripts are sent with its flag, and which are not.
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "@upstash/redis";
import { describe, expect, it } from "vitest";
import { RedisRefusedError } from "../../../src/base/errors.ts";
import { echoCall } from "../../../src/engine/port-contract/echo-script.ts";
import { createClient, createLocks, keyLocking, lock, throughClient } from "../../../src/index.ts";
import type { RedisPort } from "../../../src/lock/redis/port.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import type { Gateway } from "../../../src/tools/gateway/gateway.ts";
import { FLAGGED_NAMES } from "../../support/flagged-scripts.ts";
import { command } from "../../support/rest.ts";
import { runsOf } from "../../support/runs.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { ownGateway } from "../../tools/gateway/support.ts";

const [strict, plain] = await Promise.all([ownGateway({ keyLocking: true }), ownGateway()]);
const locks = createLocks({ redis: strict, prefix: "", keyLocking: true });
const FLAG = "#!lua flags=allow-key-locking\n";

/** Returns the answered scripts of a lock. */
function sent(name: string): string[] {
  return runsOf(strict.witness(), name, FLAGGED_NAMES).map(({ script }) => script);
}

describe("a script that touches only its KEYS", () => {
  it("is sent with the flag, whole if Redis does not know it, and by its own hash then", async () => {
    await command(strict, "SCRIPT", "FLUSH");
    strict.clearWitness();
    const plainLock = locks.lock(uniqueName());
    for (const _ of ["first", "second"]) await (await plainLock.acquire()).release();
    const answered = strict.witness().map(({ command: [word], error = "" }) => `${word} ${error.slice(0, 8)}`);
    const whole = ["EVALSHA NOSCRIPT", "EVAL "];
    expect(answered).toEqual([...whole, ...whole, "EVALSHA ", "EVALSHA "]);
    const sources = strict.witness().flatMap(({ command: [word, text] }) => (word === "EVAL" ? [String(text)] : []));
    expect(sources.every((source) => source.startsWith(FLAG))).toBe(true);
    const both = ["lock/acquire (flag)", "lock/release (flag)"];
    expect(sent(plainLock.name)).toEqual([...both, ...both]);
  });

  it("is sent without it by a client without the option", async () => {
    const without = createLocks({ redis: strict, prefix: "", keyLocking: false }).lock(uniqueName());
    await (await without.acquire()).release();
    expect(sent(without.name)).toEqual(["lock/acquire", "lock/release"]);
  });

  it("keeps the flag with parts, and through an @upstash/redis client", async () => {
    const name = uniqueName();
    for (const options of [{ redis: strict }, { redis: throughClient(new Redis(strict)) }]) {
      const client = createClient({ prefix: "", keyLocking: keyLocking(), ...options });
      await (await lock(client, name).acquire()).release();
    }
    const both = ["lock/acquire (flag)", "lock/release (flag)"];
    expect(sent(name)).toEqual([...both, ...both]);
  });
});

describe("a script that touches other keys", () => {
  it("is sent without the flag if it always does: that of a theft", async () => {
    const plain = locks.lock(uniqueName());
    await using _ = await plain.acquire();
    strict.clearWitness();
    await plain.acquire({ steal: true, reason: "test" });
    expect(sent(plain.name)).toEqual(["lock/steal"]);
  });

  it("is sent with the flag while it needs none: those of a read lock", async () => {
    const readLock = locks.readWriteLock(uniqueName()).readLock();
    await (await readLock.acquire()).release();
    expect(sent(readLock.name)).toEqual(["read-write/acquire-read (flag)", "read-write/release-read (flag)"]);
  });

  it("is sent again without the flag if the lock's owner has a name of its caller", async () => {
    const busy = locks.lock(uniqueName());
    await using held = await busy.acquire({ owner: "worker-1" });
    strict.clearWitness();
    await strict.resetCounters();
    await expect(busy.acquire({ waitMs: 0 })).rejects.toMatchObject({ code: "LOCK_BUSY", attempts: 1 });
    expect(sent(busy.name)).toEqual(["lock/acquire"]);
    expect((await strict.counters()).requests).toBeLessThanOrEqual(3);
    // Its own hold needs no other key.
    strict.clearWitness();
    expect([await held.check(), await busy.isHeldBy("worker-1")]).toEqual([true, true]);
    expect(sent(busy.name)).toEqual(["lock/check (flag)", "lock/status (flag)"]);
    expect(await busy.isLocked()).toBe(true);
    expect(await busy.forceRelease()).toBe(true);
    expect(sent(busy.name).slice(2)).toEqual(["lock/status", "lock/force-release"]);
  });

  it("has the rest of the same deadline when it is sent again, and rejects another caller's reply", async () => {
    const call = echoCall(uniqueName(), "kind");
    const limits: number[] = [];
    const port = upstashPort(strict);
    const again = keyLocking().portFor({
      database: port.database,
      follow: port.follow,
      async run(_, { timeoutMs }) {
        limits.push(timeoutMs);
        await sleep(20);
        throw new Error("ERR user_script:1: KEY_NOT_LOCKED");
      },
    });
    await expect(again.run(call, { timeoutMs: 1_000 })).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
    const [first, second = 0] = limits;
    expect(first).toBe(1_000);
    expect(second).toBeLessThan(990);
    expect(second).toBeGreaterThan(0);
  });
});

/** Returns a port of this gateway whose database has another name. */
function named(gateway: Gateway, database: string): RedisPort {
  return { ...upstashPort(gateway), database };
}

describe("a database that refuses the flag", () => {
  const answers = (): string[] =>
    plain
      .witness()
      .map(({ command: [word], error = "" }) => `${word} ${error.split(" ").slice(0, 4).join(" ")}`.trim());

  it("is asked once by a program, and then sent scripts without it", async () => {
    const port = named(plain, "refusing 1");
    const first = createLocks({ redis: port, keyLocking: true }).lock(uniqueName());
    const warmingUp = await first.acquire();
    await warmingUp.check();
    await warmingUp.release();
    plain.clearWitness();
    await using held = await first.acquire();
    // Each isolate may make its clients again for each request.
    const other = createLocks({ redis: port, keyLocking: true });
    await (await other.lock(uniqueName()).acquire()).release();
    expect(await held.check()).toBe(true);
    expect(new Set(answers())).toEqual(new Set(["EVALSHA"]));
  });

  it("has done nothing by then", async () => {
    plain.clearWitness();
    const busy = createLocks({ redis: named(plain, "refusing 2"), keyLocking: true }).lock(uniqueName());
    await using _held = await busy.acquire();
    expect(answers().slice(0, 2)).toEqual(["EVALSHA NOSCRIPT No matching script.", "EVAL ERR Unexpected flag in"]);
    expect(await busy.tryAcquire()).toBeNull();
  });

  it.each([
    "ERR Error compiling script (new function): user_script:1: unexpected symbol near '#'",
    "ERR Dynamic keys are not allowed in Lua scripts when 'allow-key-locking' flag is set",
  ])("may say so in other words: %s", async (error) => {
    const real = upstashPort(plain);
    const flagged: string[] = [];
    const run: RedisPort["run"] = async (call, limits) => {
      if (!call.script.source.startsWith(FLAG)) return real.run(call, limits);
      flagged.push(call.script.name);
      throw new RedisRefusedError(`Redis refused: ${error}`, { httpStatus: 400, redisCode: "ERR" });
    };
    const again = createLocks({ redis: { ...real, run, database: error }, keyLocking: true }).lock(uniqueName());
    await (await again.acquire()).release();
    expect(flagged).toEqual(["lock/acquire"]);
  });

  it("is not meant by another refusal", async () => {
    const real = upstashPort(plain);
    const run = async (): Promise<never> => {
      throw new RedisRefusedError("Redis refused: NOPERM no", { httpStatus: 400, redisCode: "NOPERM" });
    };
    const port = keyLocking().portFor({ ...real, run, database: "no rights" });
    const call = echoCall(uniqueName(), "kind");
    await expect(port.run(call, { timeoutMs: 1_000 })).rejects.toMatchObject({ code: "REDIS_REFUSED" });
    expect(Object(port).locksKeys).toBe(true);
  });
});

describe("without the option", () => {
  it.each<[string, boolean]>([
    ["https://eu1-fine-osprey-37081.upstash.io 1", true],
    ["rediss://eu1-fine-osprey-37081.upstash.io:6379 1", true],
    ["https://upstash.io.example.com 1", false],
    ["https://example.com/.upstash.io 1", false],
    ["https://notupstash.io 1", false],
    ["http://127.0.0.1:8080 1", false],
  ])("createLocks sends the flag by itself to Upstash: %s, %s", async (database, isSent) => {
    const redis = named(strict, `${database}${isSent ? "" : " "}`);
    const plainLock = createLocks({ redis, prefix: "" }).lock(uniqueName());
    await (await plainLock.acquire()).release();
    const names = ["lock/acquire", "lock/release"];
    expect(sent(plainLock.name)).toEqual(names.map((name) => (isSent ? `${name} (flag)` : name)));
  });

  it("createLocks leaves it off where it is false", async () => {
    const redis = named(strict, "https://eu1-fine-osprey-37081.upstash.io 2");
    const plainLock = createLocks({ redis, prefix: "", keyLocking: false }).lock(uniqueName());
    await (await plainLock.acquire()).release();
    expect(sent(plainLock.name)).toEqual(["lock/acquire", "lock/release"]);
  });
});

describe("the option", () => {
  const wrong = expect.objectContaining({ code: "INVALID_OPTION", option: "keyLocking" });

  it.each(["true", 1, null, {}, keyLocking()])("must be true or false for createLocks, not %j", (value) => {
    // @ts-expect-error
    expect(() => createLocks({ redis: strict, keyLocking: value })).toThrowError(wrong);
  });

  it.each([true, false, null, {}])("must be keyLocking() for createClient, not %j", (value) => {
    // @ts-expect-error
    expect(() => createClient({ redis: strict, keyLocking: value })).toThrowError(wrong);
  });
});
