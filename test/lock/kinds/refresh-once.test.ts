// A value that works only once, such as a refresh token that its provider rotates.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLocks, type Locks, type LocksOptions, refreshOnce } from "../../../src/index.ts";
import { eventually } from "../../support/eventually.ts";
import { command } from "../../support/rest.ts";
import { startTestGateway, type TestGateway } from "../../support/test-gateway.ts";
import { uniqueName } from "../../support/unique-name.ts";

interface Stored {
  readonly version: number;
  readonly isOld: boolean;
}

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.faults.clear());
afterAll(() => gateway?.close());

const make = (options: Partial<LocksOptions> = {}): Locks => createLocks({ redis: gateway, ...options });

/** A store, and a provider that refuses what was spent before. */
class Account {
  stored: Stored = { version: 1, isOld: true };
  readonly spent: number[] = [];
  readonly name = uniqueName();
  /** Awaited by each refresh, after the spend. */
  pause: Promise<void> = Promise.resolve();

  use(locks: Locks, more: { readonly graceMs?: number; readonly waitMs?: number } = {}): Promise<Stored> {
    return refreshOnce(locks, this.name, {
      read: async () => this.stored,
      isFresh: ({ isOld }) => !isOld,
      refresh: async ({ version }) => {
        this.spent.push(version);
        await this.pause;
        return { version: version + 1, isOld: false };
      },
      write: async (next, former) => {
        if (this.stored.version === former.version) this.stored = next;
      },
      ...more,
    });
  }
}

/** A refresh that does not end. */
function never(): Promise<void> {
  return new Promise(() => {});
}

/** A holder marks and spends the stored version, and is gone before it has an answer. */
async function spendAndDie(account: Account): Promise<void> {
  const dying = make({ leaseMs: 1_000 });
  account.pause = never();
  account.use(dying).catch(() => {});
  await eventually(async () => account.spent.length === 1);
  dying.close();
  account.pause = Promise.resolve();
}

describe("refreshOnce", () => {
  it("returns what is fresh without a request", async () => {
    const account = new Account();
    account.stored = { version: 7, isOld: false };
    gateway.clearWitness();
    expect(await account.use(make())).toEqual({ version: 7, isOld: false });
    expect(gateway.witness()).toEqual([]);
  });

  it("spends one version once for many callers of several clients, while replies are lost", async () => {
    gateway.faults.set({ seed: 3, rules: [{ fault: "drop-reply", probability: 0.1 }] });
    const account = new Account();
    const clients = [make(), make(), make(), make()];
    const callers = Array.from({ length: 60 }, (_, nth) => account.use(clients[nth % 4] ?? make(), { waitMs: 30_000 }));
    expect(new Set((await Promise.all(callers)).map(({ version }) => version))).toEqual(new Set([2]));
    expect(account.spent).toEqual([1]);
  });

  it("spends each version once, and leaves no token in Redis", async () => {
    const account = new Account();
    for (const version of [1, 2, 3]) {
      account.stored = { version, isOld: true };
      expect(await account.use(make())).toEqual({ version: version + 1, isOld: false });
    }
    expect(account.spent).toEqual([1, 2, 3]);
    const mark = await command<string>(gateway, "GET", `leasehound:lock:spend:{lock:${account.name}}`);
    expect(mark).toMatch(/^\d{13} [0-9a-f-]{36}:\d+ 3$/);
  });

  it("spends nothing again when the holder is gone, until a new version is stored", async () => {
    const account = new Account();
    await spendAndDie(account);
    const unknown = { code: "SPEND_UNKNOWN", lockName: account.name, version: "1" };
    await expect(account.use(make())).rejects.toMatchObject(unknown);
    await expect(account.use(make())).rejects.toMatchObject(unknown);
    account.stored = { version: 2, isOld: true };
    expect(await account.use(make())).toEqual({ version: 3, isOld: false });
    expect(account.spent).toEqual([1, 2]);
  });

  it("spends a version again within the time in which the provider accepts it", async () => {
    const account = new Account();
    await spendAndDie(account);
    expect(await account.use(make(), { graceMs: 60_000 })).toEqual({ version: 2, isOld: false });
    expect(account.spent).toEqual([1, 1]);
  });

  it("what a slow holder stored after it lost the lock is returned, to itself and to others", async () => {
    const account = new Account();
    const slow = make();
    let goOn = (): void => {};
    account.pause = new Promise((resolve) => {
      goOn = resolve;
    });
    const first = account.use(slow);
    await eventually(async () => account.spent.length === 1);
    await slow.lock(account.name).forceRelease();
    // Another holder finds that the version may have been spent.
    await expect(account.use(make())).rejects.toMatchObject({ code: "SPEND_UNKNOWN" });
    goOn();
    expect(await first).toEqual({ version: 2, isOld: false });
    expect(await account.use(make())).toEqual({ version: 2, isOld: false });
    expect(account.spent).toEqual([1]);
  });

  it("tells the others that it failed", async () => {
    const account = new Account();
    const locks = make();
    let fail = (): void => {};
    account.pause = new Promise((_, reject) => {
      fail = () => reject(new Error("the provider is away"));
    });
    const first = account.use(locks).catch((error: unknown) => error);
    await eventually(async () => account.spent.length === 1);
    const second = account.use(locks).catch((error: unknown) => error);
    fail();
    expect(await first).toMatchObject({ message: "the provider is away" });
    // It waited for that one, or came after it, and the version may be spent.
    expect(["FLIGHT_FAILED", "SPEND_UNKNOWN"]).toContain(Object(await second).code);
    await expect(account.use(locks)).rejects.toMatchObject({ code: "SPEND_UNKNOWN" });
    expect(account.spent).toEqual([1]);
  });

  it("refuses wrong options before anything is sent, and versions that are none", async () => {
    const locks = make();
    gateway.clearWitness();
    const right = { read: async () => ({ version: 1 }), isFresh: () => false, refresh: async () => ({ version: 1 }) };
    const write = async (): Promise<void> => {};
    const refused = (option: string) => ({ code: "INVALID_OPTION", option });
    // @ts-expect-error: no options
    await expect(refreshOnce(locks, "a")).rejects.toMatchObject(refused("options"));
    // @ts-expect-error: no write
    await expect(refreshOnce(locks, "a", right)).rejects.toMatchObject(refused("write"));
    await expect(refreshOnce(locks, "a", { ...right, write, graceMs: -1 })).rejects.toMatchObject(refused("graceMs"));
    await expect(refreshOnce(locks, "", { ...right, write })).rejects.toMatchObject(refused("name"));
    expect(gateway.witness()).toEqual([]);
    await expect(refreshOnce(locks, uniqueName(), { ...right, write })).rejects.toMatchObject(refused("refresh"));
    const none = async () => ({ version: "" });
    const empty = { isFresh: () => false, write, read: none, refresh: none };
    await expect(refreshOnce(locks, uniqueName(), empty)).rejects.toMatchObject(refused("read"));
    // A table without a row.
    const noRow = { ...empty, isFresh: ({ version }: { version: string }) => version !== "", read: async () => null };
    // @ts-expect-error: null has no version
    await expect(refreshOnce(locks, uniqueName(), noRow)).rejects.toMatchObject(refused("read"));
    for (const version of [Number.NaN, Number.POSITIVE_INFINITY, "\ud800", "a".repeat(201)]) {
      const bad = async () => ({ version });
      await expect(refreshOnce(locks, uniqueName(), { ...empty, read: bad })).rejects.toMatchObject(refused("read"));
      await expect(refreshOnce(locks, uniqueName(), { ...empty, ...right, refresh: bad })).rejects.toMatchObject(
        refused("refresh"),
      );
    }
  });
});
