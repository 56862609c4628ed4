// keepAlive, handOff and release in every order: the result of each, the final state, and that nothing keeps running.
import { describe, expect, it } from "vitest";
import type { KeepAlive, LockEvent, LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { leaseTime } from "../../../support/place.ts";
import { type Endpoint, witnessed } from "../../../support/rest.ts";
import { runsOf } from "../../../support/runs.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";

const LEASE_MS = leaseTime(2_000);
const HAND_OFF = { maxHoldMs: 60_000, leaseMs: LEASE_MS };

type Step = "keepAlive" | "handOff" | "release";

const orders: Step[][] = [
  ["keepAlive", "handOff", "release"],
  ["keepAlive", "release", "handOff"],
  ["handOff", "keepAlive", "release"],
  ["handOff", "release", "keepAlive"],
  ["release", "keepAlive", "handOff"],
  ["release", "handOff", "keepAlive"],
];
const unreleased: Step[][] = [
  ["keepAlive", "handOff"],
  ["handOff", "keepAlive"],
];

const each = (given: Step[][]): [string, boolean][] =>
  given.flatMap((order): [string, boolean][] => [false, true].map((work) => [order.join(", "), work]));

export function handOffOrderContract(redis: Endpoint, watchdog: NonNullable<LocksOptions["watchdog"]>): void {
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  /** Takes the steps with one hold, leaves its scope, and ends background work on request. */
  async function play(order: readonly Step[], withWork: boolean) {
    const events: LockEvent[] = [];
    const locks = createLocks({ redis, leaseMs: LEASE_MS, watchdog, onEvent: (event) => events.push(event) });
    const lock = locks.lock(uniqueName());
    const background = new BackgroundWork();
    let endWork = (): void => {};
    const until = new Promise<void>((resolve) => {
      endWork = resolve;
    });
    let kept: KeepAlive | undefined;
    let text = "";
    const refused: (readonly [Step, string])[] = [];
    {
      await using held = await lock.acquire();
      text = held.serialize();
      for (const step of order) {
        try {
          if (step === "release") expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
          else if (step === "handOff") expect(await held.handOff(HAND_OFF)).toBeGreaterThan(Date.now());
          else kept = held.keepAlive(background, withWork ? { until } : {});
        } catch (error) {
          refused.push([step, Object(error).code]);
        }
      }
    }
    async function finish(): Promise<void> {
      endWork();
      await background.settled();
    }
    /**
     * Closes these locks, and returns the scripts that run for the lock afterwards, watching longer than any pause of
     * theirs.
     */
    async function ranAfterClose(): Promise<string[]> {
      locks.close();
      const since = (await witnessed(redis, lock.name)).at(-1)?.seq;
      await sleep((2 / 3) * LEASE_MS);
      return runsOf(await witnessed(redis, lock.name, since), lock.name).map(({ script }) => script);
    }
    const told = (): string[] =>
      events.map(({ type }) => type).filter((type) => type !== "renewed" && type !== "acquiring");
    return { lock, text, kept, refused, told, finish, ranAfterClose };
  }

  describe.concurrent("one after the other", () => {
    it.each(each(orders))("%s; with background work: %s", async (names, withWork) => {
      const order = orders.find((one) => one.join(", ") === names) ?? [];
      const { lock, text, kept, refused, told, finish, ranAfterClose } = await play(order, withWork);

      // A release leaves nothing to keep: later steps are refused, and no others are.
      const afterRelease = order.slice(order.indexOf("release") + 1);
      expect(refused).toEqual(afterRelease.map((step) => [step, "NOT_HELD"]));
      // A release ends keepAlive, and so does a handOff after it.
      const handedOff = !afterRelease.includes("handOff");
      const [first] = order;
      const reason = handedOff && first === "keepAlive" ? "handed-off" : "released";
      expect((await kept?.ended)?.reason).toBe(afterRelease.includes("keepAlive") ? undefined : reason);
      // The release frees the lock at once, even while background work continues.
      await using next = await lock.acquire({ waitMs: 0, leaseMs: 20_000 });
      await finish();
      expect(await next.check()).toBe(true);
      expect(told()).toEqual(["acquired", ...(handedOff ? ["handed-off"] : []), "released", "acquired"]);
      // While Redis does not answer in time, the watchdog says what it knew.
      await eventually(async () => (await lock.handOffStatus(text)).state !== "kept");
      expect(await lock.handOffStatus(text)).toMatchObject({ state: handedOff ? "released" : "unknown" });
      expect(await ranAfterClose()).toEqual([]);
    });

    it.each(each(unreleased))("%s, and the scope is left; with background work: %s", async (names, withWork) => {
      const order = unreleased.find((one) => one.join(", ") === names) ?? [];
      const { lock, text, kept, refused, told, finish, ranAfterClose } = await play(order, withWork);
      expect(refused).toEqual([]);
      expect(await lock.handOffStatus(text)).toMatchObject({ state: "kept" });
      await sleep(LEASE_MS);
      expect(await lock.handOffStatus(text)).toMatchObject({ state: "kept" });
      await finish();
      // The end of the work releases explicitly; leaving the scope then does not.
      if (withWork) await eventually(async () => (await lock.handOffStatus(text)).state !== "kept");
      expect(await lock.handOffStatus(text)).toMatchObject({ state: withWork ? "released" : "kept" });
      const byWork = withWork && order[0] === "handOff";
      expect((await kept?.ended)?.reason).toBe(byWork ? "released" : "handed-off");
      expect(told()).toEqual(["acquired", "handed-off", withWork ? "released" : "moved"]);
      const ran = new Set(await ranAfterClose());
      expect([...ran]).toEqual(withWork ? [] : ["lock/renew-many"]);
      if (!withWork) expect(await lock.release(text)).toMatchObject({ outcome: "released" });
    });
  });

  describe.concurrent("at the same time", () => {
    it("a handOff during a release keeps nothing", async () => {
      const events: LockEvent[] = [];
      const locks = createLocks({ redis, leaseMs: LEASE_MS, watchdog, onEvent: (event) => events.push(event) });
      const lock = locks.lock(uniqueName());
      const held = await lock.acquire();
      const text = held.serialize();
      const kept = held.keepAlive(new BackgroundWork());
      const handingOff = held.handOff(HAND_OFF);
      const releasing = held.release();
      await expect(handingOff).rejects.toMatchObject({ code: expect.stringMatching(/^(NOT_HELD|LOCK_LOST)$/) });
      expect(await releasing).toMatchObject({ outcome: "released" });
      expect((await kept.ended).reason).toBe("released");
      expect(await lock.isLocked()).toBe(false);
      await eventually(async () => (await lock.handOffStatus(text)).state !== "kept");
      expect(events.map(({ type }) => type)).toEqual(["acquiring", "acquired", "released"]);
    });

    it("two handOffs get two confirmations of one hold", async () => {
      const locks = createLocks({ redis, leaseMs: LEASE_MS, watchdog });
      const lock = locks.lock(uniqueName());
      const held = await lock.acquire();
      await Promise.all([held.handOff(HAND_OFF), held.handOff({ ...HAND_OFF, maxHoldMs: 30_000 })]);
      const text = held.serialize();
      const status = await lock.handOffStatus(text);
      expect(status.state === "kept" && status.deadline - Date.now()).toBeGreaterThan(50_000);
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
      expect(await lock.handOffStatus(text)).toMatchObject({ state: "released" });
    });
  });
}
