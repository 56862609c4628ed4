// The red lock over independent databases, some of which are down, hang, reply late, or have other holders.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompositeLock, LockEvent, Locks, LocksOptions } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { letGo, met } from "../../support/held-back.ts";
import { clearFaults, command, hash, setFaults } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { BackgroundWork } from "../../support/wait-until.ts";

const LEASE_MS = 4_000;
// For a lease of 4 s.
const NODE_MS = 500;
// An abort during the requests comes before this times out.
const PATIENT = { leaseMs: 40_000 };
const RELEASED = { outcome: "released", holdCount: 0 };
// An unused port that fetch does not refuse by itself.
const DOWN = "http://127.0.0.1:64999";

let all: Gateway[];
beforeAll(async () => {
  all = await Promise.all(Array.from({ length: 5 }, () => startGateway()));
});
afterAll(() => Promise.all(all.map((gateway) => gateway.close())));
// Scripts are loaded, so that each run is one request.
beforeEach(async () => {
  const name = uniqueName();
  await (await redOf(all, name).acquire()).release();
  await (await redOf(all, name).acquire({ owner: "warm:1" })).check();
  for (const node of all) await command(node, "DEL", name);
});
afterEach(() => Promise.all(all.map(clearFaults)));

type Node = { readonly url: string; readonly token: string };

function locksOf(nodes: readonly Node[], options: Partial<LocksOptions> = {}): Locks[] {
  return nodes.map((redis) => createLocks({ redis, leaseMs: LEASE_MS, pollMs: 500, ...options }));
}

function redOf(
  nodes: readonly Node[],
  name: string,
  options?: Partial<LocksOptions>,
  kind: "lock" | "nonReentrantLock" = "lock",
): CompositeLock {
  const locks = locksOf(nodes, options);
  const [first] = locks;
  if (first === undefined) throw new Error("no nodes");
  return first.redLock(...locks.map((each) => each[kind](name)));
}

/** Counts the nodes on which any owner holds the lock. */
async function heldOn(nodes: readonly Gateway[], name: string): Promise<number> {
  const there = await Promise.all(nodes.map((node) => command<number>(node, "EXISTS", name)));
  return there.filter((one) => one === 1).length;
}

const hang = (node: Gateway, ms = 60_000): Promise<void> => setFaults(node, 1, [{ fault: "delay", delayMs: ms }]);

describe.each(shortOrFull([3], [3, 5]))("a red lock of %i nodes", (many) => {
  const minority = Math.floor(many / 2);
  const nodes = (): Gateway[] => all.slice(0, many);
  const [some, rest] = [() => nodes().slice(0, minority), () => nodes().slice(minority)];

  it("is held on all, renewed on all, released on all", async () => {
    const name = uniqueName();
    const held = await redOf(nodes(), name).acquire();
    expect(held.validUntil - Date.now()).toBeLessThanOrEqual(LEASE_MS - 50);
    await eventually(async () => (await heldOn(nodes(), name)) === many);
    for (const node of nodes()) expect(await hash(node, name)).toEqual({ [held.owner]: "1" });
    for (const node of nodes()) await command(node, "PEXPIRE", name, 900);
    await held.renew();
    for (const node of nodes()) expect(await command<number>(node, "PTTL", name)).toBeGreaterThan(1_200);
    expect(await held.check()).toBe(true);
    expect(await redOf(nodes(), name).tryAcquire()).toBeNull();
    for (const node of nodes()) expect(await hash(node, name)).toEqual({ [held.owner]: "1" });
    expect(await held.release()).toEqual(RELEASED);
    expect(await heldOn(nodes(), name)).toBe(0);
  });

  it("asks a hanging node only for a few attempts to be given back", async () => {
    const name = uniqueName();
    const [first] = nodes();
    if (first === undefined) throw new Error("no node");
    const others = await redOf(rest(), name).acquire({ leaseMs: 60_000 });
    await hang(first);
    await first.resetCounters();
    const red = redOf(nodes(), name, { leaseMs: 1_000, pollMs: 50 });
    let tries = 0;
    const onWait = (): void => {
      tries += 1;
    };
    await expect(red.acquire({ waitMs: 2_500, wait: "poll", onWait })).rejects.toMatchObject({ code: "LOCK_BUSY" });
    expect(tries).toBeGreaterThan(3);
    // An attempt, and the cancels of five: its own, and the pending earlier ones.
    expect((await first.counters()).requests).toBeLessThan(7 * (tries + 1));
    await others.release();
  });

  it("works without a minority that cannot be reached", async () => {
    const name = uniqueName();
    const mixed = nodes().map((node, nth) => (nth < minority ? { url: DOWN, token: `t${nth}` } : node));
    const red = redOf(mixed, name);
    const held = await red.acquire();
    await held.renew();
    expect(await held.check()).toBe(true);
    expect(await heldOn(rest(), name)).toBe(many - minority);
    expect(await redOf(mixed, name).tryAcquire()).toBeNull();
    const text = held.serialize();
    expect(await (await red.resume(text)).release()).toEqual(RELEASED);
    expect(await red.release(text)).toEqual(RELEASED);
    expect(await heldOn(rest(), name)).toBe(0);
  });

  it("works without a minority that hangs, at acquire, renewal and release, without delay", async () => {
    const name = uniqueName();
    await Promise.all(some().map((node) => hang(node)));
    const since = performance.now();
    const held = await redOf(nodes(), name).acquire();
    expect(performance.now() - since).toBeLessThan(NODE_MS);
    await held.renew();
    expect(await held.check()).toBe(true);
    expect(await held.release()).toEqual(RELEASED);
    // Four times the timeout of a node at most.
    expect(performance.now() - since).toBeLessThan(4 * NODE_MS + 500);
    expect(await heldOn(rest(), name)).toBe(0);
  });

  it("is released where the acquire arrived too late for its reply", async () => {
    const name = uniqueName();
    await Promise.all(some().map((node) => setFaults(node, 1, [{ fault: "drop-reply", request: 1 }])));
    const held = await redOf(nodes(), name).acquire();
    await eventually(async () => (await heldOn(nodes(), name)) === many);
    expect(await held.release()).toEqual(RELEASED);
    expect(await heldOn(nodes(), name)).toBe(0);
  });

  it("refuses grants after its end, by its record", async () => {
    const name = uniqueName();
    await Promise.all(some().map((node) => setFaults(node, 1, [{ fault: "hold-back", reply: false, request: 1 }])));
    const held = await redOf(nodes(), name).acquire();
    expect(await held.release()).toEqual(RELEASED);
    await eventually(() => some().every((node) => node.witness().some(({ reply }) => isEndOf(reply, "free"))));
    await Promise.all(some().map((node) => letGo(node, name)));
    expect(await heldOn(nodes(), name)).toBe(0);
    // And those of a call that gave up.
    const stop = new AbortController();
    for (const node of nodes()) node.clearWitness();
    await Promise.all(nodes().map((node) => setFaults(node, 1, [{ fault: "hold-back", reply: false, request: 1 }])));
    const given = redOf(nodes(), name, PATIENT).acquire({ signal: stop.signal });
    await Promise.all(nodes().map((node) => met(node)));
    stop.abort();
    await expect(given).rejects.toMatchObject({ code: "ABORTED" });
    await Promise.all(nodes().map((node) => letGo(node, name)));
    expect(await heldOn(nodes(), name)).toBe(0);
  });

  it("gives back what nodes granted one after the other to an aborted call", async () => {
    const name = uniqueName();
    await Promise.all(rest().map((node) => setFaults(node, 1, [{ fault: "hold-back", reply: false, request: 1 }])));
    const stop = new AbortController();
    const given = redOf(nodes(), name, PATIENT).acquire({ signal: stop.signal });
    await eventually(async () => (await heldOn(some(), name)) === minority);
    stop.abort();
    await expect(given).rejects.toMatchObject({ code: "ABORTED" });
    await Promise.all(rest().map((node) => letGo(node, name)));
    expect(await heldOn(nodes(), name)).toBe(0);
  });

  it("works without a minority that others hold, and leaves those holds unchanged", async () => {
    const name = uniqueName();
    const others = await Promise.all(locksOf(some()).map((locks) => locks.lock(name).acquire()));
    const held = await redOf(nodes(), name).acquire();
    await held.renew();
    expect(await held.release()).toEqual(RELEASED);
    for (const other of others) expect(await other.check()).toBe(true);
    await Promise.all(others.map((other) => other.release()));
  });

  it("with a minority held by others is released on all other nodes, even if one first misses the request", async () => {
    const name = uniqueName();
    const others = await Promise.all(locksOf(some(), PATIENT).map((locks) => locks.lock(name).acquire()));
    const held = await redOf(nodes(), name).acquire();
    for (const node of rest().slice(0, 1)) await setFaults(node, 1, [{ fault: "drop-before", request: 1 }]);
    expect(await held.release()).toEqual(RELEASED);
    expect(await heldOn(rest(), name)).toBe(0);
    // An unreachable node may have been part of the majority: the outcome is unknown.
    const again = await redOf(nodes(), name).acquire();
    for (const node of rest().slice(0, 1)) await setFaults(node, 1, [{ fault: "drop-before" }]);
    await expect(again.release()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    for (const other of others) await other.release();
  });

  it("that was released by its text was not lost, whoever holds the first node", async () => {
    const name = uniqueName();
    const others = await Promise.all(locksOf(some()).map((locks) => locks.lock(name).acquire()));
    const events: LockEvent[] = [];
    const red = redOf(nodes(), name, { onEvent: (event) => events.push(event) });
    const held = await red.acquire();
    const kept = held.keepAlive(new BackgroundWork());
    expect(await red.release(held.serialize())).toEqual(RELEASED);
    expect(await held.check()).toBe(false);
    expect((await kept.ended).reason).toBe("released");
    expect(held.signal.reason).toMatchObject({ code: "LOCK_LOST", end: "released" });
    expect(events.map(({ type }) => type)).not.toContain("lost");
    for (const other of others) await other.release();
  });

  describe("with the remains of an earlier attempt on a minority, whose cancels were lost,", () => {
    // The cancels: of the first attempt, and once more beside the second.
    const CANCELS_LOST = [{ fault: "drop-before", request: [2, 4] }] as const;

    async function met(kind: "lock" | "nonReentrantLock") {
      const name = uniqueName();
      await (await redOf(nodes(), uniqueName(), {}, kind).acquire()).release();
      const others = await Promise.all(locksOf(rest(), PATIENT).map((locks) => locks[kind](name).acquire()));
      await Promise.all(some().map((node) => setFaults(node, 1, CANCELS_LOST)));
      // The nodes that make a majority with the minority, and the others.
      const [enough, more] = [others.slice(0, many - 2 * minority), others.slice(many - 2 * minority)];
      let isFirst = true;
      const onWait = (): void => {
        if (isFirst) for (const other of enough) other.release();
        isFirst = false;
      };
      const held = await redOf(nodes(), name, {}, kind).acquire({ waitMs: 20_000, wait: "poll", onWait });
      return { name, held, more };
    }

    it("gives those back, and does not keep them in the hold of a later attempt", async () => {
      const { name, held, more } = await met("lock");
      for (const node of some()) await eventually(async () => (await hash(node, name))[held.owner] === "1");
      expect(await held.release()).toEqual(RELEASED);
      expect(await heldOn(some(), name)).toBe(0);
      for (const other of more) await other.release();
    });

    it("does not count them as the caller's hold: locks that are not reentrant are waited for", async () => {
      const { name, held, more } = await met("nonReentrantLock");
      expect(await held.release()).toEqual(RELEASED);
      expect(await heldOn(some(), name)).toBe(0);
      for (const other of more) await other.release();
    });
  });

  it("is busy when others hold a majority, takes nothing, and waits for them", async () => {
    const name = uniqueName();
    const others = await Promise.all(locksOf(rest(), { leaseMs: 20_000 }).map((locks) => locks.lock(name).acquire()));
    const red = redOf(nodes(), name);
    expect(await red.tryAcquire()).toBeNull();
    expect(await heldOn(some(), name)).toBe(0);
    const waiting = red.acquire({ waitMs: 10_000, leaseMs: 5_000 });
    setTimeout(() => Promise.all(others.map((other) => other.release())), 200);
    expect(await (await waiting).release()).toEqual(RELEASED);
  });

  it("never has two holders among many contenders", async () => {
    const name = uniqueName();
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const red = redOf(nodes(), name);
        for (let round = 0; round < 3; round += 1) {
          await red.withLock(
            async (held) => {
              inside += 1;
              most = Math.max(most, inside);
              await new Promise((resolve) => setTimeout(resolve, 10));
              expect(held.signal.aborted).toBe(false);
              inside -= 1;
            },
            { waitMs: 30_000 },
          );
        }
      }),
    );
    expect(most).toBe(1);
    expect(await heldOn(nodes(), name)).toBe(0);
  });

  it("is kept alive while a majority renews, and lost when none does", async () => {
    const name = uniqueName();
    const events: LockEvent[] = [];
    const held = await redOf(nodes(), name, { leaseMs: 1_500, onEvent: (event) => events.push(event) }).acquire();
    const kept = held.keepAlive(new BackgroundWork());
    await Promise.all(some().map((node) => setFaults(node, 1, [{ fault: "drop-before" }])));
    // Past its lease.
    await eventually(() => events.filter(({ type }) => type === "renewed").length >= 4);
    expect(held.signal.aborted).toBe(false);
    expect(await heldOn(rest(), name)).toBe(many - minority);
    const [last] = rest();
    if (last !== undefined) await setFaults(last, 1, [{ fault: "drop-before" }]);
    await eventually(() => held.signal.aborted);
    expect(await kept.ended).toMatchObject({ reason: "lost" });
    expect(events.map(({ type }) => type)).toContain("renewal-failing");
    expect(events.at(-1)).toMatchObject({ type: "lost", reason: "lease-ended" });
    await Promise.all(nodes().map(clearFaults));
    // The remaining nodes are still released.
    await held.release();
    expect(await heldOn(nodes(), name)).toBe(0);
  });

  it("survives the loss of a minority's data, and is lost with a majority's", async () => {
    const name = uniqueName();
    const held = await redOf(nodes(), name).acquire();
    await eventually(async () => (await heldOn(nodes(), name)) === many);
    for (const node of some()) await command(node, "FLUSHALL");
    await held.renew();
    expect(await held.check()).toBe(true);
    for (const node of rest().slice(0, 1)) await command(node, "FLUSHALL");
    await expect(held.renew()).rejects.toMatchObject({ code: "LOCK_LOST" });
    expect(held.signal.aborted).toBe(true);
    expect(await held.release()).toEqual({ outcome: "expired", holdCount: 0 });
    expect(await heldOn(nodes(), name)).toBe(0);
  });

  it("reports why it has no majority", async () => {
    const name = uniqueName();
    const down = (nth: number): Node => ({ url: DOWN, token: `t${nth}` });
    const none = redOf(
      nodes().map((_, nth) => down(nth)),
      name,
    );
    await expect(none.acquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
    // Too many are down: the grants of the others are given back.
    const few = redOf(
      nodes().map((node, nth) => (nth < minority ? node : down(nth))),
      name,
    );
    await expect(few.acquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
    expect(await heldOn(nodes(), name)).toBe(0);
    // A minority is down, another one busy: a majority replies, but is not available now.
    const [other] = await Promise.all(locksOf(nodes().slice(0, 1)).map((locks) => locks.lock(name).acquire()));
    const mixed = redOf(
      nodes().map((node, nth) => (nth < many - minority ? node : down(nth))),
      name,
    );
    expect(await mixed.tryAcquire()).toBeNull();
    expect(await heldOn(nodes(), name)).toBe(1);
    await other?.release();
    // A final refusal.
    const strangers = redOf(
      nodes().map(({ url }, nth) => ({ url, token: `wrong${nth}` })),
      name,
    );
    await expect(strangers.acquire()).rejects.toMatchObject({ code: "REDIS_REFUSED" });
    // Some refuse, others do not reply: those may have granted it.
    await Promise.all(rest().map((node) => hang(node)));
    await expect(redOf(nodes(), name).acquire({ waitMs: 0 })).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    await Promise.all(rest().map(clearFaults));
    await eventually(async () => (await heldOn(nodes(), name)) === 0, 2 * LEASE_MS);
  });

  it("of a passed owner is re-entered", async () => {
    const red = redOf(nodes(), uniqueName());
    const outer = await red.acquire();
    const inner = await red.acquire({ owner: outer.owner });
    expect([outer.holdCount, inner.holdCount]).toEqual([1, 2]);
    expect(await inner.release()).toMatchObject({ outcome: "still-held" });
    expect(await outer.release()).toEqual(RELEASED);
    expect(await heldOn(nodes(), red.name.split(", ")[0] ?? "")).toBe(0);
  });
});

it("a slow majority leaves less validity, and a hold that is due is renewed before it is returned", async () => {
  const nodes = all.slice(0, 3);
  const name = uniqueName();
  await Promise.all(nodes.map((node) => setFaults(node, 1, [{ fault: "delay", request: 1, replyDelayMs: 200 }])));
  const asked = Date.now();
  const held = await redOf(nodes, name).acquire();
  // Counted from before the requests, less the drift, and not from the replies.
  expect(held.validUntil).toBeLessThanOrEqual(asked + LEASE_MS - 50 + 100);
  await held.release();
});

it("a red lock without a majority fails within the timeout of one node, since it asks all in parallel", async () => {
  const nodes = all.slice(0, 3);
  await Promise.all(nodes.map((node) => hang(node)));
  const since = performance.now();
  const stop = new AbortController();
  setTimeout(() => stop.abort(), NODE_MS + 100);
  await expect(redOf(nodes, uniqueName()).acquire({ signal: stop.signal })).rejects.toMatchObject({ code: "ABORTED" });
  expect(performance.now() - since).toBeLessThan(3 * NODE_MS + 500);
});

function isEndOf(reply: unknown, end: string): boolean {
  return Array.isArray(reply) && reply[0] === "ended" && reply[2] === end;
}
