// Lists of locks. Each test has a prefix of its own: tests share one Redis.
import { describe, expect, it } from "vitest";
import {
  createClient,
  type ListedLock,
  type ListLocksOptions,
  type Locks,
  type LocksOptions,
  listLocks,
  lock,
} from "../../../../src/index.ts";
import { ownerStateKey, queueKey, standingKey } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { ODD_NAMES } from "../../../support/unique-name.ts";

const LEASE_MS = 20_000;
const JAVA = "0f6a2a5e-9c5c-4a53-8a5e-5b0c4a0f7a11";

/** Lists all pages. Checks that none is longer than asked for, but for a few. */
export async function listAll(
  locks: Pick<Locks, "list">,
  options: Omit<ListLocksOptions, "cursor"> = {},
): Promise<ListedLock[]> {
  const all: ListedLock[] = [];
  let cursor: string | undefined;
  do {
    const page = await locks.list({ ...options, cursor });
    expect(page.locks.length).toBeLessThan((options.limit ?? 100) + 10);
    all.push(...page.locks);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return all;
}

export function listContract(redis: Endpoint): void {
  const prefixed = (prefix = `${crypto.randomUUID()}:`, options: Partial<LocksOptions> = {}): Locks =>
    createLocks({ redis, prefix, leaseMs: LEASE_MS, ...options });
  const names = (found: readonly ListedLock[]): string[] => found.map(({ name }) => name).sort();

  it("tells of each lock under the prefix who holds it", async () => {
    const locks = prefixed();
    const plain = await locks.lock("plain").acquire();
    await command(
      redis,
      "SET",
      ownerStateKey(`${locks.prefix}plain`, plain.owner),
      "|+\n1700000000123 check out",
      "PX",
      LEASE_MS,
    );
    await locks.fairLock("fair").acquire({ owner: "worker-7" });
    const both = locks.readWriteLock("both");
    const writes = await both.writeLock().acquire({ owner: "writer" });
    await both.readLock().acquire({ owner: "writer" });
    await locks.readWriteLock("read").readLock().acquire({ owner: "reader" });
    await locks.semaphore("permits").trySetPermits(3);
    const remainingMs = expect.toSatisfy((left: number) => left > 0 && left <= LEASE_MS);
    const nobody = { label: "", since: expect.any(Number), origin: "leasehound" };
    await command(redis, "RPUSH", queueKey(`${locks.prefix}fair`), "waiter-1", "waiter-2");
    await command(redis, "RPUSH", standingKey(`${locks.prefix}plain`), "123456");
    const found = await listAll(locks);
    expect(found.sort((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
      {
        name: "both",
        kind: "read-write",
        mode: "write",
        remainingMs,
        holderCount: 2,
        holder: { ...nobody, owner: "writer" },
        waiters: 0,
      },
      {
        name: "fair",
        kind: "lock",
        mode: "exclusive",
        remainingMs,
        holderCount: 1,
        holder: { ...nobody, owner: "worker-7" },
        waiters: 2,
      },
      {
        ...{ name: "plain", kind: "lock", mode: "exclusive", remainingMs, holderCount: 1, waiters: 1 },
        holder: { owner: plain.owner, label: "check out", since: 1_700_000_000_123, origin: "leasehound" },
      },
      {
        name: "read",
        kind: "read-write",
        mode: "read",
        remainingMs,
        holderCount: 1,
        holder: { ...nobody, owner: "reader" },
        waiters: 0,
      },
    ]);
    await writes.release();
    await plain.release();
    expect(names(await listAll(locks))).toEqual(["both", "fair", "read"]);
    await command(redis, "DEL", queueKey(`${locks.prefix}fair`), standingKey(`${locks.prefix}plain`));
  });

  it("a page has no more than its limit, or a few, and the cursor goes on", async () => {
    // Longer than 230 locks and all pages take on a busy machine.
    const locks = prefixed(undefined, { leaseMs: 120_000 });
    const all = Array.from({ length: 230 }, (_, nth) => `n${nth}`).sort();
    await Promise.all(all.map((name) => locks.lock(name).acquire()));
    for (const limit of [1, 7, 100, 1_000]) {
      if (limit > 1) expect([...new Set(names(await listAll(locks, { limit })))].sort()).toEqual(all);
      const page = await locks.list({ limit });
      expect(page.locks.length).toBeGreaterThanOrEqual(1);
      expect(page.cursor === undefined).toBe(limit === 1_000);
    }
  });

  it("lists locks of Redisson, and leaves out what is no lock", async () => {
    const locks = prefixed();
    const put = async (name: string, hasTtl: boolean, ...words: string[]): Promise<void> => {
      const [word = "", ...rest] = words;
      await command(redis, word, locks.prefix + name, ...rest);
      if (hasTtl) await command(redis, "PEXPIRE", locks.prefix + name, LEASE_MS);
    };
    await put("lock", true, "HSET", `${JAVA}:1`, "2");
    await put("write", true, "HSET", "mode", "write", `${JAVA}:1`, "1", `${JAVA}:1:write`, "1");
    await put("read", true, "HSET", "mode", "read", `${JAVA}:1`, "1", `${JAVA}:2`, "1");
    await put("without a TTL", false, "HSET", `${JAVA}:1`, "1");
    await put("a count", true, "HSET", "visits", "1");
    await put("a user", true, "HSET", "name", "Bob", "visits", "41");
    await put("a mode", true, "HSET", "mode", "read", "a", "1");
    await put("a text", true, "SET", "1");
    await put("a list", true, "RPUSH", "1");
    const found = await listAll(locks);
    expect(names(found)).toEqual(["lock", "read", "write"]);
    for (const { holder, mode, name, holderCount } of found) {
      expect(holder).toMatchObject({ origin: "redisson", label: "" });
      expect([mode, holderCount, holder.owner.startsWith(JAVA)]).toEqual(
        name === "lock" ? ["exclusive", 1, true] : [name, 2, true],
      );
    }
  });

  it("lists under a bare prefix, too, and leaves out keys that are no names of locks", async () => {
    const bare = prefixed("");
    const name = `bare-${crypto.randomUUID()}`;
    const held = await bare.lock(name).acquire();
    const reserved = `redisson_${name}`;
    await command(redis, "HSET", reserved, `${JAVA}:1`, "1");
    await command(redis, "PEXPIRE", reserved, LEASE_MS);
    expect(names(await listAll(bare, { match: `*${name}` }))).toEqual([name]);
    await held.release();
  });

  describe("match", () => {
    it("has * for any text and ? for one byte; other characters stand for themselves", async () => {
      const locks = prefixed();
      const all = [...ODD_NAMES, "orders:1", "orders:42", "order[s]", "orders", "o", "or\\ders", "or-ders"];
      for (const name of all) await locks.lock(name).acquire();
      const matching = async (match: string): Promise<string[]> => names(await listAll(locks, { match }));
      expect(await matching("orders:*")).toEqual(["orders:1", "orders:42"]);
      expect(await matching("orders:?")).toEqual(["orders:1"]);
      expect(await matching("o")).toEqual(["o"]);
      expect(await matching("order[s]")).toEqual(["order[s]"]);
      expect(await matching("or\\ders")).toEqual(["or\\ders"]);
      expect(await matching("or[^x]ders")).toEqual([]);
      expect(await matching("**der**s**")).toEqual(
        ["or-ders", "or\\ders", "order[s]", "orders", "orders:1", "orders:42"].sort(),
      );
      expect(await matching("two\nlines")).toEqual(["two\nlines"]);
      expect(await matching("été ☃*")).toEqual(["été ☃😀"]);
      expect(await matching("{t}:7")).toEqual(["{t}:7"]);
      expect(await matching("*")).toEqual([...all].sort());
      expect(names(await listAll(locks))).toEqual([...all].sort());
    });

    it("cannot leave the prefix, whose characters have no meaning", async () => {
      const id = crypto.randomUUID();
      const [odd, other] = [prefixed(`${id}*?[a]\\:`), prefixed(`${id}xya\\:`)];
      await odd.lock("ours").acquire();
      await other.lock("theirs").acquire();
      expect(names(await listAll(odd))).toEqual(["ours"]);
      expect(names(await listAll(odd, { match: "*" }))).toEqual(["ours"]);
    });
  });

  it("is a function of a client, too, which needs no inspection", async () => {
    const client = createClient({ redis, prefix: `${crypto.randomUUID()}:` });
    await using _ = await lock(client, "x").acquire();
    expect(names((await listLocks(client)).locks)).toEqual(["x"]);
  });

  it("long texts of owners take more requests, and all locks are listed", async () => {
    const locks = prefixed();
    const label = "\u0001".repeat(256);
    for (let nth = 0; nth < 60; nth += 1) {
      const { owner } = await locks.lock(`n${nth}`).acquire({ owner: `${"o".repeat(120)}${nth}` });
      await command(redis, "SET", ownerStateKey(`${locks.prefix}n${nth}`, owner), `h|\n1 ${label}`, "PX", LEASE_MS);
    }
    const found = await listAll(locks);
    expect(new Set(names(found)).size).toBe(60);
    expect(found.every(({ holder }) => holder.label === label)).toBe(true);
  });

  it("long names take more requests; those of more than 1,000 bytes with the prefix are left out", async () => {
    const locks = prefixed();
    const long = Array.from({ length: 30 }, (_, nth) => "\u0001".repeat(900) + nth);
    for (const name of [...long, "y".repeat(1_000), "short"]) await locks.lock(name).acquire();
    expect([...new Set(names(await listAll(locks)))]).toEqual([...long, "short"].sort());
  });

  it.each([
    [{ limit: 0 }, "limit"],
    [{ limit: 1_001 }, "limit"],
    [{ limit: 1.5 }, "limit"],
    [{ cursor: "" }, "cursor"],
    [{ cursor: "1 MATCH *" }, "cursor"],
    [{ cursor: "99999999999999999999" }, "cursor"],
    [{ match: "" }, "match"],
    [{ match: "x".repeat(1_001) }, "match"],
    [{ match: "*a*b*c*" }, "match"],
    [{ match: "\ud800" }, "match"],
  ] as const)("%j is refused: INVALID_OPTION", async (options, option) => {
    await expect(prefixed().list(options)).rejects.toMatchObject({ code: "INVALID_OPTION", option });
  });
}
