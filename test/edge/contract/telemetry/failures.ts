// Failures that leasehound/otel reports, and its own, with the real SDK. Runs on a gateway of its own, one test at a
// time.
import { metrics, SpanStatusCode } from "@opentelemetry/api";
import { SimpleSpanProcessor, type SpanProcessor } from "@opentelemetry/sdk-trace";
import { afterEach, describe, expect, it } from "vitest";
import { type TelemetryOptions, telemetry } from "../../../../src/edge/otel/index.ts";
import type { LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { leaseTime } from "../../../support/place.ts";
import { RecordedTelemetry, recordedLocks } from "../../../support/recorded-telemetry.ts";
import { type Endpoint, setFaults } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";

const LEASE_MS = leaseTime(1_000);

export function telemetryFailuresContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}) => recordedLocks({ redis, leaseMs: LEASE_MS, ...options });

  afterEach(() => endFaults(redis));

  describe("a failure", () => {
    it("whose attempts are lost and cancelled is unreachable", async () => {
      const { recorded, locks } = make();
      await setFaults(redis, 1, [{ fault: "drop-before", request: [1, 2, 3, 4] }]);
      await expect(locks.lock(uniqueName()).acquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      expect(await recorded.outcomes()).toEqual({ unreachable: 1 });
      const [acquire] = recorded.spans();
      expect(acquire?.status).toEqual({ code: SpanStatusCode.ERROR });
      expect(acquire?.attributes["error.type"]).toBe("REDIS_UNREACHABLE");
      expect(recorded.spans("hold")).toEqual([]);
    });

    it("whose replies are lost, also that to the cancel, is unknown", async () => {
      const { recorded, locks } = make();
      await setFaults(redis, 1, [
        { fault: "drop-reply", command: "EVALSHA", times: 4 },
        { fault: "drop-before", request: [5, 6, 7, 8] },
      ]);
      await expect(locks.lock(uniqueName()).acquire()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect(await recorded.outcomes()).toEqual({ unknown: 1 });
      expect(recorded.spans()[0]?.attributes["error.type"]).toBe("OUTCOME_UNKNOWN");
    });

    it("by credentials is refused, and one of the caller's own is of no known type", async () => {
      const { recorded, locks } = make({ redis: { ...redis, token: "wrong" } });
      await expect(locks.lock(uniqueName()).acquire()).rejects.toMatchObject({ code: "REDIS_REFUSED" });
      expect(await recorded.outcomes()).toEqual({ refused: 1 });

      const own = make();
      const lock = own.locks.lock(uniqueName());
      await using _holder = await createLocks({ redis }).lock(lock.name).acquire();
      const onWait = (): void => {
        throw new Error("the caller's own");
      };
      await expect(lock.acquire({ onWait })).rejects.toThrow("the caller's own");
      expect(await own.recorded.outcomes()).toEqual({ failed: 1 });
      expect(own.recorded.spans()[0]?.attributes["error.type"]).toBe("_OTHER");
      expect(await own.recorded.total("acquire.waiting")).toBe(0);
    });

    it("of renewals is an event of the span of the hold, which then expires", async () => {
      const { recorded, locks, types } = make();
      const held = await locks.lock(uniqueName()).acquire();
      await setFaults(redis, 1, [{ fault: "drop-before", command: "EVALSHA" }]);
      held.keepAlive(new BackgroundWork());
      await eventually(() => types.includes("lost"));
      const [hold] = recorded.spans("hold");
      expect(hold?.events[0]).toMatchObject({
        name: "renewal-failing",
        attributes: { "error.type": expect.stringMatching(/^(OUTCOME_UNKNOWN|REDIS_UNREACHABLE)$/) },
      });
      expect(hold?.status).toEqual({ code: SpanStatusCode.ERROR });
      expect(await recorded.outcomes()).toEqual({ acquired: 1, expired: 1 });
    });

    it("of a release ends the hold, and a later release counts nothing", async () => {
      const { recorded, locks } = make({ leaseMs: 20_000 });
      const held = await locks.lock(uniqueName()).acquire();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
      await expect(held.release()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect(await recorded.outcomes()).toEqual({ acquired: 1, unknown: 1 });
      expect(await recorded.total("hold.active")).toBe(0);
      expect(recorded.spans("hold")[0]?.status).toEqual({ code: SpanStatusCode.ERROR });
      expect(await held.release()).toMatchObject({ outcome: "released" });
      expect(await recorded.outcomes()).toEqual({ acquired: 1, unknown: 1 });
      expect(await recorded.total("hold.active")).toBe(0);
    });

    it("for a while, which the caller waits out, is no failure: the call is one", async () => {
      const { recorded, locks } = make({ leaseMs: 20_000 });
      await setFaults(redis, 1, [{ fault: "drop-before", request: [1, 2, 3, 4, 5, 6] }]);
      const held = await locks.lock(uniqueName()).acquire({ waitMs: 20_000, onUnreachable: "wait" });
      await held.release();
      expect(await recorded.outcomes()).toEqual({ acquired: 1, released: 1 });
      expect(recorded.spans("acquire")).toHaveLength(1);
    });
  });

  describe("an SDK that throws", () => {
    const crash = (): never => {
      throw new Error("a crash of the SDK");
    };
    const onNothing = { onStart() {}, onEnd() {}, forceFlush: async () => {}, shutdown: async () => {} };

    /** Runs a hold, a refusal and a loss: all that a caller sees of them is as without telemetry. */
    async function expectUnharmed(options: TelemetryOptions): Promise<void> {
      const lock = createLocks({ redis, leaseMs: 20_000, onEvent: telemetry(options) }).lock(uniqueName());
      const held = await lock.acquire();
      await held.renew();
      expect(await lock.tryAcquire({ waitMs: 100, wait: "poll" })).toBeNull();
      expect(await held.release()).toMatchObject({ outcome: "released" });
      const next = await lock.acquire();
      await lock.forceRelease();
      expect(await next.check()).toBe(false);
    }
    const OUTCOMES = { acquired: 2, busy: 1, released: 1, lost: 1 };

    const exporter = { export: crash, forceFlush: async () => {}, shutdown: async () => {} };
    const processors: [string, SpanProcessor][] = [
      ["onStart of a processor", { ...onNothing, onStart: crash }],
      ["onEnd of a processor", { ...onNothing, onEnd: crash }],
      ["an exporter", new SimpleSpanProcessor({ exporter })],
    ];
    it.each(processors)("in %s harms no lock and no metric", async (_, processor) => {
      const recorded = new RecordedTelemetry([processor]);
      await expectUnharmed(recorded);
      expect(await recorded.outcomes()).toEqual(OUTCOMES);
      expect(await recorded.total("hold.active")).toBe(0);
    });

    it("in each metric harms no lock and no span", async () => {
      const recorded = new RecordedTelemetry();
      const instrument = { add: crash, record: crash };
      const meter = Object.assign(recorded.meterProvider.getMeter("crashing"), {
        createHistogram: () => instrument,
        createCounter: () => instrument,
        createUpDownCounter: () => instrument,
      });
      await expectUnharmed({ tracerProvider: recorded.tracerProvider, meterProvider: { getMeter: () => meter } });
      const spans = recorded.spans().map(({ attributes }) => attributes["leasehound.outcome"]);
      expect(spans).toEqual(["acquired", "busy", "released", "acquired", "lost"]);
    });

    it("as soon as it is asked harms no lock", async () => {
      await expectUnharmed({ tracerProvider: { getTracer: crash }, meterProvider: { getMeter: crash } });
    });
  });

  it("metrics of a global provider that is registered after telemetry was created are recorded", async () => {
    const recorded = new RecordedTelemetry();
    const onEvent = telemetry({ tracerProvider: recorded.tracerProvider });
    const lock = createLocks({ redis, onEvent }).lock(uniqueName());
    // It begins before the registration, so its end changes no count that its start has not changed.
    const early = await lock.acquire();
    metrics.setGlobalMeterProvider(recorded.meterProvider);
    try {
      await early.release();
      expect(await recorded.total("hold.active")).toBe(0);
      await lock.withLock(() => undefined);
      expect(await recorded.outcomes()).toEqual({ acquired: 1, released: 1 });
    } finally {
      metrics.disable();
    }
  });
}
