// The metrics of leasehound/otel, with the real SDK.
import { DataPointType } from "@opentelemetry/sdk-metrics";
import { describe, expect, it } from "vitest";
import { telemetry } from "../../../../src/edge/otel/index.ts";
import type { LockEvent, LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { RecordedTelemetry, recordedLocks } from "../../../support/recorded-telemetry.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const LEASE_MS = leaseTime(1_000);

export function telemetryMetricsContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}) => recordedLocks({ redis, ...options });

  describe.concurrent("metrics", () => {
    it("have names, units and buckets by OpenTelemetry's conventions", async () => {
      const { recorded, locks } = make();
      await locks.lock(uniqueName()).withLock(() => undefined);
      const metrics = await recorded.metrics();
      const named = metrics.map(({ descriptor: { name, unit } }) => `${name} ${unit}`);
      expect(named.sort()).toEqual([
        "leasehound.acquire.duration s",
        "leasehound.hold.active {hold}",
        "leasehound.hold.duration s",
        "leasehound.outcomes {outcome}",
      ]);
      const longest = metrics.flatMap((metric) =>
        metric.dataPointType === DataPointType.HISTOGRAM
          ? metric.dataPoints.map(({ value: { buckets } }) => buckets.boundaries.at(-1))
          : [],
      );
      expect(longest).toEqual([60, 3_600]);
    });

    it("count waiting calls and holds while they last, and time both in seconds", async () => {
      const { recorded, locks, types } = make();
      const lock = locks.lock(uniqueName());
      const holder = await lock.acquire();
      const waiting = lock.acquire({ wait: "poll" });
      await eventually(() => types.includes("waiting"));
      expect(await recorded.total("acquire.waiting")).toBe(1);
      expect(await recorded.total("hold.active")).toBe(1);
      const waitedFrom = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 200));
      await holder.release();
      const next = await waiting;
      const waitedMs = performance.now() - waitedFrom;
      expect(await recorded.total("acquire.waiting")).toBe(0);
      expect(await recorded.total("hold.active")).toBe(1);
      await next.release();
      expect(await recorded.total("hold.active")).toBe(0);
      const attributes = { "leasehound.kind": "lock" };
      const [acquired] = await recorded.series("acquire.duration");
      expect(acquired?.attributes).toEqual({ ...attributes, "leasehound.outcome": "acquired" });
      expect(acquired?.value).toMatchObject({ count: 2 });
      const waitedS = Object(acquired?.value).sum;
      expect(waitedS).toBeGreaterThan(0.19);
      expect(waitedS).toBeLessThan(waitedMs / 1_000 + atMost(5));
      const [released] = await recorded.series("hold.duration");
      expect(released?.attributes).toEqual({ ...attributes, "leasehound.outcome": "released" });
      expect(released?.value).toMatchObject({ count: 2 });
      expect(Object(released?.value).sum).toBeGreaterThan(0.19);
    });

    it("count permits one by one", async () => {
      const { recorded, locks } = make();
      const permits = await locks.permitExpirableSemaphore(uniqueName(), { permits: 3 }).acquireMany(3);
      expect(await recorded.total("hold.active")).toBe(3);
      expect(recorded.spans("hold")).toHaveLength(0);
      for (const [nth, permit] of permits.entries()) {
        await permit.release();
        expect(await recorded.total("hold.active")).toBe(2 - nth);
      }
      expect(await recorded.outcomes()).toEqual({ acquired: 1, released: 3 });
      expect(recorded.spans("hold")).toHaveLength(1);
    });

    it("of one listener are those of all its clients, and several listeners record the same", async () => {
      const recorded = [new RecordedTelemetry(), new RecordedTelemetry()];
      const listeners = recorded.map((providers) => telemetry(providers));
      const onEvent = (event: LockEvent): void => {
        for (const listener of listeners) listener(event);
      };
      const name = uniqueName();
      const [one, other] = [createLocks({ redis, onEvent }), createLocks({ redis, onEvent })];
      const held = await one.lock(name).acquire();
      expect(await other.lock(name).tryAcquire()).toBeNull();
      await held.release();
      for (const each of recorded) {
        expect(await each.outcomes()).toEqual({ acquired: 1, busy: 1, released: 1 });
        expect(await each.total("hold.active")).toBe(0);
      }
    });
  });

  describe.concurrent("an outcome", () => {
    it.each(["acquired", "busy", "aborted"] as const)("of a call is %s", async (outcome) => {
      const { recorded, locks, types } = make();
      const lock = locks.lock(uniqueName());
      await using _holder = outcome === "acquired" ? undefined : await createLocks({ redis }).lock(lock.name).acquire();
      if (outcome === "aborted") {
        const stop = new AbortController();
        const waiting = lock.acquire({ signal: stop.signal });
        await eventually(() => types.includes("waiting"));
        stop.abort();
        await expect(waiting).rejects.toMatchObject({ code: "ABORTED" });
      } else await lock.tryAcquire();
      expect(await recorded.outcomes()).toEqual({ [outcome]: 1 });
      const [call] = await recorded.series("acquire.duration");
      expect(call).toMatchObject({ attributes: { "leasehound.outcome": outcome }, value: { count: 1 } });
      expect(await recorded.total("acquire.waiting")).toBe(0);
    });

    it("of a hold whose lease ended is expired", async () => {
      const { recorded, locks, types } = make({ leaseMs: LEASE_MS });
      const held = await locks.lock(uniqueName()).acquire();
      await eventually(() => types.includes("lost"));
      expect(await recorded.outcomes()).toEqual({ acquired: 1, expired: 1 });
      // The end was counted: a release counts nothing.
      await held.release();
      expect(await recorded.outcomes()).toEqual({ acquired: 1, expired: 1 });
      expect(await recorded.total("hold.active")).toBe(0);
    });

    it("of a hold that another owner replaced is lost", async () => {
      const { recorded, locks } = make({ leaseMs: 20_000 });
      const lock = locks.lock(uniqueName());
      const held = await lock.acquire();
      const others = createLocks({ redis }).lock(lock.name);
      await others.forceRelease();
      await using _next = await others.acquire();
      expect(await held.check()).toBe(false);
      expect(await recorded.outcomes()).toEqual({ acquired: 1, lost: 1 });
      const [hold] = await recorded.series("hold.duration");
      expect(hold?.attributes).toMatchObject({ "leasehound.outcome": "lost", "error.type": "LOCK_LOST" });
    });

    it("of a hold that is moved and resumed is counted where it moves and where it goes on", async () => {
      const [from, to] = [make(), make()];
      const name = uniqueName();
      const text = (await from.locks.lock(name).acquire()).serialize({ move: true });
      expect(await from.recorded.outcomes()).toEqual({ acquired: 1, moved: 1 });
      expect(await from.recorded.total("hold.active")).toBe(0);
      const held = await to.locks.lock(name).resume(text);
      expect(await to.recorded.total("hold.active")).toBe(1);
      await held.release();
      expect(await to.recorded.outcomes()).toEqual({ resumed: 1, released: 1 });
      await expect(to.locks.lock(name).resume(text)).rejects.toMatchObject({ code: "LOCK_LOST" });
      expect(await to.recorded.outcomes()).toEqual({ resumed: 1, released: 1, lost: 1 });
    });

    it("of a hold whose client is closed is closed, and so are calls that it ends", async () => {
      const { recorded, locks, types } = make();
      const lock = locks.lock(uniqueName());
      const held = await lock.acquire();
      const waiting = lock.acquire();
      await eventually(() => types.includes("waiting"));
      locks.close();
      await expect(waiting).rejects.toMatchObject({ code: "CLOSED" });
      await held.release();
      expect(await recorded.outcomes()).toEqual({ acquired: 1, closed: 2 });
      expect(await recorded.total("hold.active")).toBe(0);
      expect(await recorded.total("acquire.waiting")).toBe(0);
    });

    it("of a semaphore, a latch and a stored result is that of a call alone", async () => {
      const { recorded, locks } = make();
      await locks.semaphore(uniqueName(), { permits: 1 }).acquire();
      await locks.countDownLatch(uniqueName()).wait();
      const name = uniqueName();
      for (const _ of [1, 2]) await locks.singleFlight(name, () => 7, { ttlMs: 20_000 });
      expect(await recorded.outcomes()).toEqual({ acquired: 3, found: 1, released: 1 });
      expect(await recorded.total("hold.active")).toBe(0);
      const kinds = (await recorded.series("outcomes")).map(({ attributes }) => attributes["leasehound.kind"]);
      expect(new Set(kinds)).toEqual(new Set(["semaphore", "countDownLatch", "singleFlight"]));
    });
  });
}
