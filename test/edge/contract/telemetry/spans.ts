// The spans of leasehound/otel, with the real SDK.
import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { StackContextManager } from "@opentelemetry/sdk-trace";
import { beforeAll, describe, expect, it } from "vitest";
import { type TelemetryOptions, telemetry } from "../../../../src/edge/otel/index.ts";
import type { LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { leaseTime } from "../../../support/place.ts";
import { RecordedTelemetry, seconds } from "../../../support/recorded-telemetry.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const LEASE_MS = leaseTime(1_000);

export function telemetrySpansContract(redis: Endpoint): void {
  function make(options: Partial<LocksOptions> = {}, { groupName }: TelemetryOptions = {}) {
    const recorded = new RecordedTelemetry();
    const { tracerProvider, meterProvider } = recorded;
    const onEvent = telemetry({ tracerProvider, meterProvider, groupName });
    return { recorded, locks: createLocks({ redis, onEvent, ...options }) };
  }

  // It knows the context of synchronous code alone: less than AsyncLocalStorage, which not every runtime has.
  beforeAll(() => {
    context.setGlobalContextManager(new StackContextManager().enable());
    return () => context.disable();
  });

  describe.concurrent("spans", () => {
    it("of a call and of its hold are children of the caller's span", async () => {
      const { recorded, locks } = make();
      const caller = recorded.tracerProvider.getTracer("test").startSpan("caller");
      const held = await context.with(trace.setSpan(context.active(), caller), () => {
        return locks.lock(uniqueName()).acquire();
      });
      await held.release();
      caller.end();
      const [acquire, hold] = recorded.spans();
      for (const span of [acquire, hold]) {
        expect(span?.parentSpanContext?.spanId).toBe(caller.spanContext().spanId);
        expect(span?.instrumentationScope.name).toBe("leasehound");
      }
      expect([acquire?.name, hold?.name]).toEqual(["leasehound.acquire", "leasehound.hold"]);
      const id = acquire?.attributes["leasehound.id"];
      expect(hold?.attributes).toEqual({
        "leasehound.kind": "lock",
        "leasehound.id": id,
        "leasehound.outcome": "released",
      });
    });

    it("without a caller's span are one trace, whose root is the call", async () => {
      const { recorded, locks } = make();
      await locks.lock(uniqueName()).withLock(() => undefined);
      const [acquire, hold] = recorded.spans();
      expect(acquire?.parentSpanContext).toBeUndefined();
      expect(hold?.parentSpanContext?.spanId).toBe(acquire?.spanContext().spanId);
      expect(hold?.spanContext().traceId).toBe(acquire?.spanContext().traceId);
    });

    it("of a call have its refusals as events", async () => {
      const { recorded, locks } = make();
      const lock = locks.lock(uniqueName());
      await using _holder = await createLocks({ redis }).lock(lock.name).acquire();
      expect(await lock.tryAcquire({ waitMs: 300, wait: "poll" })).toBeNull();
      const [acquire] = recorded.spans("acquire");
      const [first] = acquire?.events ?? [];
      expect(first).toMatchObject({ name: "waiting", attributes: { "leasehound.attempts": 1 } });
      // Busy is an answer, not an error.
      expect(acquire?.attributes["leasehound.outcome"]).toBe("busy");
      expect(acquire?.status.code).toBe(SpanStatusCode.UNSET);
      expect(seconds(acquire?.duration ?? [0, 0])).toBeGreaterThan(0.25);
    });

    it("of a hold have its renewals as events, and no error after its release", async () => {
      const { recorded, locks } = make();
      await locks.lock(uniqueName()).withLock((held) => held.renew());
      const [hold] = recorded.spans("hold");
      expect(hold?.events.map(({ name }) => name)).toEqual(["renewed"]);
      expect(hold?.status.code).toBe(SpanStatusCode.UNSET);
    });

    it("of a lost hold have the status of an error", async () => {
      const { recorded, locks } = make({ leaseMs: LEASE_MS });
      await locks.lock(uniqueName()).acquire();
      await eventually(() => recorded.spans("hold").length > 0);
      const [hold] = recorded.spans("hold");
      expect(hold?.status).toEqual({ code: SpanStatusCode.ERROR });
      expect(hold?.attributes).toMatchObject({ "leasehound.outcome": "expired", "error.type": "LOCK_LOST" });
    });

    it("of a call that resumes have a name of their own", async () => {
      const { recorded, locks } = make();
      const lock = locks.lock(uniqueName());
      const text = (await lock.acquire()).serialize({ move: true });
      await (await lock.resume(text)).release();
      const names = recorded.spans().map(({ name, attributes }) => `${name} ${attributes["leasehound.outcome"]}`);
      expect(names).toEqual([
        "leasehound.acquire acquired",
        "leasehound.hold moved",
        "leasehound.resume resumed",
        "leasehound.hold released",
      ]);
    });
  });

  describe.concurrent("names", () => {
    const CANARY = "canary-customer-4711";

    it("and owners are in no metric and no span, errors included", async () => {
      const { recorded, locks } = make();
      const lock = locks.lock(`${CANARY}:${uniqueName()}`);
      const held = await lock.acquire({ owner: `${CANARY}-owner` });
      await lock.tryAcquire();
      const others = createLocks({ redis }).lock(lock.name);
      await others.forceRelease();
      await held.check();
      await expect(locks.semaphore(`${CANARY}:unset`).acquire()).rejects.toMatchObject({ code: "PERMITS_UNSET" });
      const text = await recorded.text();
      expect(text).toContain("PERMITS_UNSET");
      expect(text).not.toContain(CANARY);
    });

    it("become a group by groupName, in every metric and span", async () => {
      const { recorded, locks } = make({}, { groupName: (name) => name.split(":")[0] });
      await locks.lock(`${CANARY}:${uniqueName()}`).withLock(() => undefined);
      expect(recorded.spans().map(({ attributes }) => attributes["leasehound.group"])).toEqual([CANARY, CANARY]);
      const metrics = ["acquire.duration", "hold.duration", "hold.active", "outcomes"];
      for (const series of await Promise.all(metrics.map((name) => recorded.series(name)))) {
        expect(series.map(({ attributes }) => attributes["leasehound.group"])).toEqual(series.map(() => CANARY));
        expect(series.length).toBeGreaterThan(0);
      }
    });

    it("have no group when groupName returns none, or throws", async () => {
      const groupNames = [
        () => undefined,
        () => {
          throw new Error("the user's own");
        },
      ];
      for (const groupName of groupNames) {
        const { recorded, locks } = make({}, { groupName });
        await locks.lock(uniqueName()).withLock(() => undefined);
        expect(await recorded.outcomes()).toEqual({ acquired: 1, released: 1 });
        expect(await recorded.text()).not.toContain("leasehound.group");
      }
    });
  });
}
