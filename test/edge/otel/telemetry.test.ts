// Telemetry of what ends without an event: on Workers, an invocation may be cut.
import { SpanStatusCode } from "@opentelemetry/api";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { telemetry } from "../../../src/edge/otel/index.ts";
import type { LockEvent } from "../../../src/index.ts";
import { RecordedTelemetry } from "../../support/recorded-telemetry.ts";

const FACTS = { lockName: "orders", kind: "lock", owner: "one", label: "", waitedMs: 0 };
const LIMITS = { waitMs: 10_000, leaseMs: 30_000 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function started(): { recorded: RecordedTelemetry; record: (event: LockEvent) => void; begin: (id: string) => void } {
  const recorded = new RecordedTelemetry();
  const record = telemetry(recorded);
  return { recorded, record, begin: (id) => record({ ...FACTS, id, type: "acquiring", ...LIMITS }) };
}

function granted(id: string): LockEvent {
  return { ...FACTS, id, type: "acquired", attempts: 1, holds: 1 };
}

it("a call that is cut is abandoned when a later one begins, once no event of it can be expected", async () => {
  const { recorded, record, begin } = started();
  begin("cut");
  record({ ...FACTS, id: "cut", type: "waiting", remainingMs: 5, attempts: 1, position: undefined });
  vi.advanceTimersByTime(99_000);
  begin("early");
  expect(await recorded.total("acquire.waiting")).toBe(1);
  vi.advanceTimersByTime(2_000);
  begin("late");
  expect(await recorded.total("acquire.waiting")).toBe(0);
  expect(await recorded.outcomes()).toEqual({ abandoned: 1 });
  expect(recorded.spans().map(({ name }) => name)).toEqual(["leasehound.acquire"]);
});

it("a hold that is cut is abandoned a while after its lease, and a renewed one later", async () => {
  const { recorded, record, begin } = started();
  for (const id of ["cut", "renewed"]) {
    begin(id);
    record(granted(id));
  }
  vi.advanceTimersByTime(60_000);
  const { waitedMs: _, ...hold } = FACTS;
  record({ ...hold, id: "renewed", type: "renewed", validUntil: 0 });
  vi.advanceTimersByTime(31_000);
  begin("later");
  expect(await recorded.outcomes()).toEqual({ acquired: 2, abandoned: 1 });
  expect(await recorded.total("hold.active")).toBe(1);
  const [cut] = recorded.spans("hold");
  expect(cut?.attributes["leasehound.outcome"]).toBe("abandoned");
  expect(cut?.status.code).toBe(SpanStatusCode.ERROR);
  record({ ...hold, id: "renewed", type: "released", outcome: "released", heldMs: 91_000 });
  expect(await recorded.total("hold.active")).toBe(0);
});

it("a hold that is handed off is expected until its deadline", async () => {
  const { recorded, record, begin } = started();
  begin("kept");
  record(granted("kept"));
  const { waitedMs: _, ...hold } = FACTS;
  record({ ...hold, id: "kept", type: "handed-off", validUntil: 120_000, deadline: 3_720_000 });
  vi.advanceTimersByTime(3_600_000);
  begin("early");
  expect(await recorded.total("hold.active")).toBe(1);
  vi.advanceTimersByTime(100_000);
  begin("late");
  expect(await recorded.total("hold.active")).toBe(0);
});

it("a hold that another instance of a Durable Object resumes is counted once", async () => {
  const { recorded, record, begin } = started();
  begin("object");
  record(granted("object"));
  record({ ...FACTS, id: "object", type: "resuming", ...LIMITS });
  record({ ...FACTS, id: "object", type: "resumed" });
  expect(await recorded.total("hold.active")).toBe(1);
  const { waitedMs: _, ...hold } = FACTS;
  record({ ...hold, id: "object", type: "released", outcome: "released", heldMs: 5 });
  // Emitted for an object that has not resumed it since it started.
  record({ ...hold, id: "unheard", type: "lost", reason: "gone", end: "free", heldMs: 7 });
  expect(await recorded.total("hold.active")).toBe(0);
  expect(await recorded.outcomes()).toEqual({ acquired: 1, abandoned: 1, resumed: 1, released: 1, expired: 1 });
});
