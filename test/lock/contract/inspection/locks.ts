// The answers of inspect() about locks of each kind, and about locks that Redisson writes.
import { describe, expect, it } from "vitest";
import { createClient, type InspectedHolder, type Lock, lock, readWriteLock } from "../../../../src/index.ts";
import {
  lastTriesKey,
  ownerStateKey,
  queueKey,
  queueScoresKey,
  readTimeouts,
  releaseChannel,
  standingKey,
} from "../../../../src/lock/keys.ts";
import { createLocks, reached } from "../../../support/bare-locks.ts";
import { listen } from "../../../support/channel.ts";
import { eventually } from "../../../support/eventually.ts";
import { leaseTime } from "../../../support/place.ts";
import { command, type Endpoint, redisTime } from "../../../support/rest.ts";
import { ODD_NAMES, uniqueName } from "../../../support/unique-name.ts";
import { sleeper } from "../../../support/waiting.ts";
import { everyKind } from "../kinds.ts";

const LEASE_MS = leaseTime(20_000);
const JAVA = "0f6a2a5e-9c5c-4a53-8a5e-5b0c4a0f7a11";

/** Matches a remaining time of so much or a little less. */
const about = (ms: number): ReturnType<typeof expect.toSatisfy> =>
  expect.toSatisfy((left: number) => left <= ms && left > ms - leaseTime(10_000));

export function inspectedLocksContract(redis: Endpoint): void {
  const locks = createLocks({ redis, leaseMs: LEASE_MS });

  /** Writes a key with a TTL. */
  async function put(key: string, ...words: string[]): Promise<void> {
    const [word = "", ...rest] = words;
    await command(redis, word, key, ...rest);
    await command(redis, "PEXPIRE", key, LEASE_MS);
  }

  const holder = (facts: Partial<InspectedHolder>): unknown => ({
    ...{ mode: "exclusive", label: "", holds: 1, remainingMs: about(LEASE_MS), origin: "leasehound" },
    ...{ since: facts.origin === "redisson" ? undefined : expect.any(Number), handedOffUntil: undefined },
    ...facts,
  });

  const FREE = {
    ...{ kind: "free", mode: undefined, remainingMs: -2, holders: [], holderCount: 0 },
    ...{ queue: [], queueLength: 0, waiters: 0 },
  };

  describe.each(everyKind)("an inspected $name", (kind) => {
    const isWrite = kind.textKind.endsWith("write");

    it("tells its holder, and is free before and after", async () => {
      const lock = kind.lock(locks, uniqueName());
      expect(await lock.inspect()).toEqual({ name: lock.name, ...FREE });
      const held = await lock.acquire();
      const mode = isWrite ? "write" : "exclusive";
      expect(await lock.inspect()).toEqual({
        ...{ name: lock.name, ...FREE, kind: isWrite ? "read-write" : "lock", mode, remainingMs: about(LEASE_MS) },
        ...{ holders: [holder({ owner: held.owner, mode })], holderCount: 1 },
      });
      await held.release();
      expect(await lock.inspect()).toEqual({ name: lock.name, ...FREE });
    });

    if (kind.reentrant) {
      it("counts the holds of a passed owner", async () => {
        const lock = kind.lock(locks, uniqueName());
        const holds = [await lock.acquire({ owner: "worker-7" }), await lock.acquire({ owner: "worker-7" })];
        expect((await lock.inspect()).holders).toMatchObject([{ owner: "worker-7", holds: 2, origin: "leasehound" }]);
        await Promise.all(holds.map((held) => held.release()));
      });
    }
  });

  it("a holder is told with its label, and since when it holds the lock", async () => {
    const label = "checkout, two\nlines, été ☃😀";
    const before = Date.now();
    for (const kind of everyKind) {
      const lock = kind.lock(locks, uniqueName());
      await using _ = await lock.acquire({ label });
      const [holder] = (await lock.inspect()).holders;
      expect(holder).toMatchObject({ label, since: expect.any(Number), origin: "leasehound" });
      expect(holder?.since).toBeGreaterThanOrEqual(before);
      expect(holder?.since).toBeLessThanOrEqual(Date.now());
    }
  });

  it("the text of an owner state says since when, and with which label", async () => {
    const plain = locks.lock(uniqueName());
    const held = await plain.acquire({ leaseMs: LEASE_MS });
    const key = ownerStateKey(plain.name, held.owner);
    for (const [text, label, since] of [
      ["|+", "", undefined],
      ["|+\n1700000000123 checkout", "checkout", 1_700_000_000_123],
      ["|+\n1700000000123 ", "", 1_700_000_000_123],
      ["|+\n1700000000123 two\nlines, été ☃😀 | + \u0000", "two\nlines, été ☃😀 | + \u0000", 1_700_000_000_123],
      ["hold-1|\n5 passed", "passed", 5],
      // Texts that no version writes.
      ["|+\nsoon label", "", undefined],
      ["|+\n99999999999999999999 label", "", undefined],
    ] as const) {
      await command(redis, "SET", key, text, "PX", LEASE_MS);
      expect((await plain.inspect()).holders, text).toEqual([holder({ owner: held.owner, label, since })]);
    }
    await plain.forceRelease();
  });

  it("a read/write lock gives one answer, whichever of its locks is asked", async () => {
    const both = locks.readWriteLock(uniqueName());
    const short = await both.readLock().acquire({ leaseMs: leaseTime(15_000) });
    const long = await both.readLock().acquire({ owner: "reader-2", leaseMs: leaseTime(50_000) });
    const found = await both.inspect();
    expect(found).toMatchObject({
      kind: "read-write",
      mode: "read",
      remainingMs: about(leaseTime(50_000)),
      holderCount: 2,
    });
    const byOwner = new Map(found.holders.map((each) => [each.owner, each]));
    expect(byOwner.get(short.owner)).toEqual(
      holder({ owner: short.owner, mode: "read", remainingMs: about(leaseTime(15_000)) }),
    );
    expect(byOwner.get("reader-2")).toEqual(
      holder({ owner: "reader-2", mode: "read", remainingMs: about(leaseTime(50_000)) }),
    );
    const same = { ...found, remainingMs: about(leaseTime(50_000)), holders: expect.any(Array) };
    for (const each of [both.readLock(), both.writeLock()]) expect(await each.inspect()).toEqual(same);
    // A plain lock of that name would be refused.
    expect(await locks.lock(both.name).inspect()).toEqual(same);
    await Promise.all([short.release(), long.release()]);
  });

  it("a writer that reads is two holders, and its own reads do not lengthen its lease", async () => {
    const both = locks.readWriteLock(uniqueName());
    const writes = await both.writeLock().acquire({ owner: "both", leaseMs: leaseTime(15_000) });
    const reads = await both.readLock().acquire({ owner: "both", leaseMs: leaseTime(50_000) });
    expect(await both.inspect()).toMatchObject({
      ...{ mode: "write", remainingMs: about(leaseTime(50_000)), holderCount: 2 },
      holders: [
        { owner: "both", mode: "write", remainingMs: about(leaseTime(15_000)) },
        { owner: "both", mode: "read", remainingMs: about(leaseTime(50_000)) },
      ],
    });
    await writes.release();
    expect(await both.inspect()).toMatchObject({ mode: "read", holderCount: 1 });
    await reads.release();
  });

  it("holders with labels come by the instant since which they hold", async () => {
    const both = locks.readWriteLock(uniqueName());
    const owners = ["c", "a", "b"];
    const holds = await Promise.all(owners.map((owner) => both.readLock().acquire({ owner })));
    for (const [nth, owner] of owners.entries()) {
      const text = `${holds[nth]?.owner}|\n${1_000 - nth} ${owner}`;
      await command(redis, "SET", ownerStateKey(both.name, owner), text, "PX", LEASE_MS);
    }
    expect((await both.inspect()).holders.map(({ owner }) => owner)).toEqual(["b", "a", "c"]);
    await command(redis, "DEL", both.name);
  });

  describe("as Redisson writes it", () => {
    it("a lock has a holder of Java", async () => {
      const name = uniqueName();
      await put(name, "HSET", `${JAVA}:1`, "2");
      expect(await locks.lock(name).inspect()).toMatchObject({
        ...{ kind: "lock", mode: "exclusive", remainingMs: about(LEASE_MS) },
        holders: [holder({ owner: `${JAVA}:1`, holds: 2, origin: "redisson" })],
      });
    });

    it("a read/write lock has readers with leases of their own; those of a dead one are over", async () => {
      const name = uniqueName();
      await put(name, "HSET", "mode", "read", `${JAVA}:1`, "2", `${JAVA}:-2`, "1", `${JAVA}:3`, "1");
      for (const [of, ms] of [
        ["1:rwlock_timeout:1", leaseTime(3_000)],
        ["1:rwlock_timeout:2", leaseTime(12_000)],
      ] as const) {
        await command(redis, "SET", `${readTimeouts(name)}${JAVA}:${of}`, "1", "PX", ms);
      }
      // A program has set the longer TTL of this one: the lock ends before.
      await command(redis, "SET", `${readTimeouts(name)}${JAVA}:-2:rwlock_timeout:1`, "1", "PX", leaseTime(90_000));
      const { holders, mode } = await locks.readWriteLock(name).inspect();
      expect(mode).toBe("read");
      expect(new Map(holders.map(({ owner, remainingMs }) => [owner, remainingMs]))).toEqual(
        new Map<string, unknown>([
          [`${JAVA}:1`, about(leaseTime(12_000))],
          [`${JAVA}:-2`, about(LEASE_MS)],
          [`${JAVA}:3`, 0],
        ]),
      );
      expect(holders.map(({ origin, mode: each }) => [origin, each])).toEqual(Array(3).fill(["redisson", "read"]));
    });

    it("a write lock has a writer", async () => {
      for (const thread of ["7", "-7"]) {
        const name = uniqueName();
        await put(name, "HSET", "mode", "write", `${JAVA}:${thread}:write`, "1");
        expect(await locks.readWriteLock(name).inspect()).toMatchObject({
          mode: "write",
          holders: [{ owner: `${JAVA}:${thread}`, mode: "write", origin: "redisson", remainingMs: about(LEASE_MS) }],
        });
      }
    });

    it("a fair lock's queue has waiters of Java, and ours among them", async () => {
      const name = uniqueName();
      const [ours, theirs] = ["worker-1", `${JAVA}:9`];
      await put(name, "HSET", `${JAVA}:1`, "1");
      await put(queueKey(name), "RPUSH", theirs, ours);
      const now = await redisTime(redis);
      await put(queueScoresKey(name), "ZADD", String(now + 300_000), theirs, String(now + 600_000), ours);
      await put(lastTriesKey(name), "ZADD", String(now - 4_000), ours);
      const { queue, queueLength } = await locks.fairLock(name).inspect();
      const any = { mode: "exclusive", label: undefined };
      expect(queueLength).toBe(2);
      expect(queue).toEqual([
        { ...any, owner: theirs, position: 1, silentMs: undefined, origin: "redisson" },
        { ...any, owner: ours, position: 2, silentMs: expect.any(Number), origin: "leasehound" },
      ]);
      expect(queue[1]?.silentMs).toBeGreaterThanOrEqual(4_000);
    });
  });

  it("tells who waits for a fair read/write lock, how, and with which label", async () => {
    const both = locks.fairReadWriteLock(uniqueName());
    const held = await both.writeLock().acquire();
    const reading = await sleeper((options) => both.readLock().acquire({ ...options, label: "a|b" }));
    const writing = await sleeper((options) => both.writeLock().acquire({ ...options, owner: "writes:1" }));
    const { queue, queueLength } = await both.inspect();
    expect(queueLength).toBe(2);
    expect(queue).toMatchObject([
      { position: 1, mode: "read", label: "a|b", origin: "leasehound" },
      { position: 2, mode: "write", label: "", owner: "writes:1", origin: "leasehound" },
    ]);
    const { locks: listed } = await locks.list({ match: both.name });
    expect(listed).toMatchObject([{ name: both.name, waiters: 2 }]);
    await held.release();
    const reader = await reading.got;
    expect(reader.owner).toBe(queue[0]?.owner);
    await reader.release();
    await (await writing.got).release();
    expect((await both.inspect()).queue).toEqual([]);
  });

  it("tells who waits in a fair lock's queue", async () => {
    const fair = locks.fairLock(uniqueName());
    const held = await fair.acquire();
    const waiting = await sleeper((options) => fair.acquire({ ...options, owner: "next" }));
    expect((await fair.inspect()).queue).toMatchObject([{ owner: "next", position: 1, origin: "leasehound" }]);
    await held.release();
    await (await waiting.got).release();
    expect((await fair.inspect()).queue).toEqual([]);
  });

  it("tells how many wait: isolates, each once, and others by their streams", async () => {
    const plain = locks.lock(uniqueName());
    const held = await plain.acquire();
    const waiting = await sleeper((options) => plain.acquire({ ...options, wait: "subscribe" }));
    await eventually(async () => (await plain.inspect()).waiters === 1);
    expect(await plain.inspect()).toMatchObject({ waiters: 1, queueLength: 0 });
    await using _ = await listen(redis, releaseChannel(plain.name));
    expect(await plain.inspect()).toMatchObject({ waiters: 2, queueLength: 0 });
    await command(redis, "PUBLISH", releaseChannel(plain.name), "a message changes nothing");
    await held.release();
    await (await waiting.got).release();
  });

  it.each(ODD_NAMES)("takes the name %j", async (odd) => {
    const name = `${uniqueName()}${odd}`;
    const held = await locks.lock(name).acquire({ owner: "odd" });
    expect(await locks.lock(name).inspect()).toMatchObject({ name, holders: [{ owner: "odd" }] });
    await held.release();
  });

  it("tells at most 100 holders and 100 waiters, and how many there are", async () => {
    const name = uniqueName();
    const many = Array.from({ length: 150 }, (_, nth) => `${JAVA}:${nth}`);
    await put(name, "HSET", "mode", "read", ...many.flatMap((owner) => [owner, "1"]));
    await put(queueKey(name), "RPUSH", ...many);
    const found = await locks.readWriteLock(name).inspect();
    expect(found).toMatchObject({ holderCount: 150, queueLength: 150, waiters: 150 });
    expect(new Set(found.holders.map(({ owner }) => owner)).size).toBe(100);
    expect(found.queue.map(({ owner }) => owner)).toEqual(many.slice(0, 100));
    expect(found.queue.at(-1)?.position).toBe(100);
  });

  it("tells fewer holders if their labels would not fit into a reply", async () => {
    const name = uniqueName();
    const owners = Array.from({ length: 100 }, (_, nth) => `${JAVA}:${nth}`);
    await put(name, "HSET", "mode", "read", ...owners.flatMap((owner) => [owner, "1"]));
    // Each character takes six in JSON.
    const label = "\u0001".repeat(256);
    for (const owner of owners) {
      await command(redis, "SET", ownerStateKey(name, owner), `|+\n1 ${label}`, "PX", LEASE_MS);
    }
    const { holders, holderCount } = await locks.readWriteLock(name).inspect();
    expect(holderCount).toBe(100);
    expect(holders.length).toBeGreaterThan(10);
    expect(holders.every((each) => each.label === label)).toBe(true);
  });

  it("readers with very many holds are told with the lease of the lock, and do not keep Redis busy", async () => {
    const name = uniqueName();
    await put(name, "HSET", "mode", "read", `${JAVA}:1`, "999999", `${JAVA}:2`, "1");
    const { holders } = await locks.readWriteLock(name).inspect();
    expect(new Map(holders.map(({ owner, remainingMs }) => [owner, remainingMs]))).toEqual(
      new Map<string, unknown>([
        [`${JAVA}:1`, about(LEASE_MS)],
        [`${JAVA}:2`, 0],
      ]),
    );
  });

  describe("a key that is no lock", () => {
    const kinds: readonly ((name: string) => Pick<Lock, "inspect">)[] = [
      (name) => locks.lock(name),
      (name) => locks.fairLock(name),
      (name) => locks.readWriteLock(name),
      (name) => locks.readWriteLock(name).writeLock(),
    ];

    it.each([
      [["SET", "3"]],
      [["RPUSH", "a"]],
      [["ZADD", "1", "a"]],
      [["HSET", "visits", "1"]],
      [["HSET", "mode", "read", "a", "1"]],
      [["HSET", `${JAVA}:1`, "1", "name", "Bob"]],
      [["HSET", "mode", "read", `${JAVA}:1`, "1", "visits", "many"]],
    ])("%j ends in NOT_A_LOCK, and is unchanged", async (words) => {
      const name = uniqueName();
      await put(name, ...words);
      const before = await command(redis, "DUMP", name);
      for (const kind of kinds)
        await expect(kind(name).inspect()).rejects.toMatchObject({ code: "NOT_A_LOCK", key: name });
      expect(await command(redis, "DUMP", name)).toBe(before);
    });

    it("a lock without a TTL is none", async () => {
      const name = uniqueName();
      await command(redis, "HSET", name, `${JAVA}:1`, "1");
      await expect(locks.lock(name).inspect()).rejects.toMatchObject({ code: "NOT_A_LOCK", key: name });
    });

    it("one in the place of the queue is named; one in the place of our own keys does not matter", async () => {
      const plain = locks.lock(uniqueName());
      const held = await plain.acquire();
      await put(standingKey(plain.name), "SET", "text");
      await put(lastTriesKey(plain.name), "SET", "text");
      expect(await plain.inspect()).toMatchObject({ holderCount: 1, waiters: 0 });
      await put(queueKey(plain.name), "SET", "text");
      await expect(plain.inspect()).rejects.toMatchObject({ code: "NOT_A_LOCK", key: queueKey(plain.name) });
      await held.release();
    });
  });

  it("a client without inspection says what to pass", async () => {
    const client = createClient({ redis: reached(redis) });
    for (const each of [lock(client, "x"), readWriteLock(client, "x")]) {
      await expect(each.inspect()).rejects.toMatchObject({
        ...{ code: "INVALID_OPTION", option: "inspection" },
        message: expect.stringContaining("inspection: inspection()"),
      });
    }
  });
}
