// One side holds each kind, and the other asks for it: a test for each cell of the table in ../table.ts.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locks } from "../../../../src/index.ts";
import { type Gateway, startGateway } from "../../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { startNode } from "../../../support/child-process.ts";
import { command } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { asleep } from "../../../support/waiting.ts";
import type { Task } from "../holder.ts";
import type { JavaThread } from "../java-thread.ts";
import { isIn } from "../kinds.ts";
import { type Holdable, isJoint, javas, ours, type Party, type TakeOptions } from "../parties.ts";
import { Both } from "./both.ts";
import { newest, versionsUnlessShort } from "./versions.ts";

// For a lease that must end, or be renewed, while a test waits for it.
const SHORT_MS = 3_000;
// Much less than a lease of 30 s.
const SOON_MS = 5_000;
const WAIT_MS = 20_000;
// Two leases, and a margin.
const KEPT_OUT_MS = 2 * SHORT_MS + 500;

const KINDS: readonly Holdable[] = [
  ...(["lock", "spin", "fair", "nonReentrant", "nonReentrantFair", "fenced", "write"] as const),
  ...(["permitExpirableSemaphore", "multi", "red"] as const),
];
// Run these also with the older versions, when all are requested.
const IN_ALL: ReadonlySet<Holdable> = new Set(["lock", "fair", "permitExpirableSemaphore"]);

describe.each(versionsUnlessShort)("Redisson %s", (version) => {
  const kinds = KINDS.filter(
    (kind) => (isJoint(kind) || isIn(version, kind)) && (version === newest || IN_ALL.has(kind)),
  );
  const both = new Both(version);
  // For ours, three databases.
  const nodes: Gateway[] = [];
  const [doomed, ourDoomed] = [new Map<Holdable, string>(), new Map<Holdable, string>()];

  beforeAll(async () => {
    await both.start();
    const { redisUrl } = both.gateway;
    nodes.push(both.gateway, await startGateway({ redisUrl }), await startGateway({ redisUrl }));
    for (const kind of kinds) {
      doomed.set(kind, await named(kind));
      ourDoomed.set(kind, await named(kind));
    }
    // The first call of a client is slow.
    await Promise.all([both.java().then((java) => java.owner()), dieWithAll(), haveOursDieWithAll()]);
  }, 60_000);
  afterAll(async () => {
    await both.stop();
    await Promise.all(nodes.slice(1).map((node) => node.close()));
  });

  /** A JVM that is killed while it holds one of each kind. */
  async function dieWithAll(): Promise<void> {
    await using jvm = await both.another();
    const java = await both.java({ jvm, watchdogMs: SHORT_MS });
    for (const [kind, name] of doomed) expect(await javas(java, kind, name).take(leaseOf(kind))).toBe(true);
    await jvm.signal("SIGKILL");
  }

  async function haveOursDieWithAll(): Promise<void> {
    const take = [...ourDoomed].map(([kind, name]) => ({ kind, name }));
    const [first = both.gateway, ...others] = nodes.map(({ url, token }) => ({ url, token }));
    const task: Task = { nodes: [first, ...others], leaseMs: SHORT_MS, take };
    await using holder = startNode(["test/together/interop/holder.ts", JSON.stringify(task)]);
    await holder.line(/^holds all$/);
  }

  /** Returns a lease for a permit of Java, which nothing renews. */
  function leaseOf(kind: Holdable): TakeOptions {
    return kind === "permitExpirableSemaphore" ? { leaseMs: SHORT_MS } : {};
  }

  async function named(kind: Holdable): Promise<string> {
    const name = uniqueName();
    if (kind === "permitExpirableSemaphore") await both.locks().permitExpirableSemaphore(name).trySetPermits(1);
    return name;
  }

  function ourLocks(leaseMs?: number): [Locks, ...Locks[]] {
    const made = nodes.map((redis) => createLocks({ redis, pollMs: 60_000, leaseMs }));
    const [first = both.locks(), ...others] = made;
    return [first, ...others];
  }

  async function parties(kind: Holdable): Promise<{ readonly name: string; java: Party; our: Party }> {
    const name = await named(kind);
    return { name, java: javas(await both.java(), kind, name), our: ours(ourLocks(), kind, name) };
  }

  /** Returns the time until the party has it, ms. */
  async function gotIt(party: Party, options: TakeOptions = {}): Promise<number> {
    expect(await party.take({ waitMs: WAIT_MS, ...options })).toBe(true);
    return performance.now();
  }

  async function nothingLeft(kind: Holdable, name: string): Promise<void> {
    if (kind === "permitExpirableSemaphore") {
      expect(await command(both.gateway, "GET", name)).toBe("1");
      expect(await command(both.gateway, "EXISTS", `{${name}}:timeout`)).toBe(0);
    } else await both.nothingLeft(name);
  }

  describe.each(kinds)("%s", { concurrent: true }, (kind) => {
    it("Java has it: ours is refused", async () => {
      const { name, java, our } = await parties(kind);
      expect(await java.take()).toBe(true);
      expect(await our.take()).toBe(false);
      await java.release();
      expect(await our.take()).toBe(true);
      await our.release();
      await nothingLeft(kind, name);
    });

    it("ours has it: Java is refused", async () => {
      const { name, java, our } = await parties(kind);
      expect(await our.take()).toBe(true);
      expect(await java.take()).toBe(false);
      expect(await java.take({ waitMs: 100 })).toBe(false);
      await our.release();
      expect(await java.take()).toBe(true);
      await java.release();
      await nothingLeft(kind, name);
    });

    it("Java has it: ours is woken by its message", { skip: kind === "spin" }, async () => {
      const { name, java, our } = await parties(kind);
      expect(await java.take()).toBe(true);
      let refusals = 0;
      const onWait = (): void => {
        refusals += 1;
      };
      const ends = gotIt(our, { onWait });
      await asleep(() => refusals);
      const releasedAt = performance.now();
      await java.release();
      expect((await ends) - releasedAt).toBeLessThan(SOON_MS);
      await our.release();
      await nothingLeft(kind, name);
    });

    it("ours has it: Java is woken by our message", { skip: kind === "spin" }, async () => {
      const { name, java, our } = await parties(kind);
      expect(await our.take()).toBe(true);
      const ends = gotIt(java);
      await both.someListen(name);
      const releasedAt = performance.now();
      await our.release();
      expect((await ends) - releasedAt).toBeLessThan(SOON_MS);
      await java.release();
      await nothingLeft(kind, name);
    });

    it("Java has it: ours gets it at the end of its lease", async () => {
      const { java, our } = await parties(kind);
      expect(await java.take({ leaseMs: SHORT_MS })).toBe(true);
      const takenAt = performance.now();
      expect(await our.take({ waitMs: 300 })).toBe(false);
      expect((await gotIt(our)) - takenAt).toBeLessThan(SHORT_MS + SOON_MS);
      await our.release();
    });

    it("ours has it: Java gets it at the end of its lease", async () => {
      const { java, our } = await parties(kind);
      expect(await our.take({ leaseMs: SHORT_MS })).toBe(true);
      const takenAt = performance.now();
      expect(await java.take({ waitMs: 300 })).toBe(false);
      expect((await gotIt(java)) - takenAt).toBeLessThan(SHORT_MS + SOON_MS);
      await java.release();
    });

    it("Java has it and is killed: ours gets it", async () => {
      const our = ours(ourLocks(), kind, doomed.get(kind) ?? "");
      await gotIt(our, { waitMs: SHORT_MS + SOON_MS });
      await our.release();
    });

    it("ours has it and is killed: Java gets it", async () => {
      const java = javas(await both.java(), kind, ourDoomed.get(kind) ?? "");
      await gotIt(java, { waitMs: SHORT_MS + SOON_MS });
      await java.release();
    });

    it("Java has it and renews it: ours is kept out", async () => {
      const name = await named(kind);
      const thread: JavaThread = await both.java({ watchdogMs: SHORT_MS });
      const [java, our] = [javas(thread, kind, name), ours(ourLocks(), kind, name)];
      expect(await java.take(leaseOf(kind))).toBe(true);
      const renewals = setInterval(() => java.renew?.(SHORT_MS), SHORT_MS / 3);
      expect(await our.take({ waitMs: KEPT_OUT_MS })).toBe(false);
      clearInterval(renewals);
      await java.release();
      expect(await our.take()).toBe(true);
      await our.release();
    });

    it("ours has it and renews it: Java is kept out", async () => {
      const name = await named(kind);
      const [java, our] = [javas(await both.java(), kind, name), ours(ourLocks(SHORT_MS), kind, name)];
      expect(await our.take()).toBe(true);
      expect(await java.take({ waitMs: KEPT_OUT_MS })).toBe(false);
      await our.release();
      expect(await java.take()).toBe(true);
      await java.release();
    });
  });
});
