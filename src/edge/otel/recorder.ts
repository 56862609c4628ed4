// Records each call and its holds, from the first event to the last.
import {
  type Attributes,
  type Context,
  context,
  type MeterProvider,
  type Span,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from "@opentelemetry/api";
import { nowMs } from "../../base/clock.ts";
import type { EventFacts, LockEvent } from "../../lock/events.ts";
import { type Instruments, instrumentsOf, SCOPE } from "./instruments.ts";
import { attributesOfEnd, errorType } from "./outcome.ts";
import { safely } from "./safely.ts";

type Event<Type extends LockEvent["type"]> = Extract<LockEvent, { readonly type: Type }>;
type Start = Event<"acquiring" | "resuming">;
type CallEnd = Event<"acquired" | "resumed" | "found" | "busy" | "aborted" | "failed">;
type Progress = Event<"waiting" | "renewed" | "renewal-failing" | "not-listening" | "wanted" | "unused" | "handed-off">;
type HoldEnd = Event<"released" | "lost" | "moved" | "closed" | "release-failing">;

type GroupName = (name: string) => string | undefined;

// How much later than at its latest the next event of a call or hold may come.
const SILENCE_MS = 60_000;
const ABANDONED = { "leasehound.outcome": "abandoned", "error.type": "abandoned" };

/** A call, and then its holds. */
interface Recorded {
  /** The attributes of all its metrics and spans. */
  readonly attributes: Attributes;
  /** The same at its end as at its start, so that a count returns to where it was. */
  readonly instruments: Instruments | undefined;
  /** The context of its caller. */
  readonly parent: Context | undefined;
  readonly leaseMs: number;
  span: Span | undefined;
  isWaiting: boolean;
  /** The holds that have not ended; undefined before the call has ended. */
  holds: number | undefined;
  /** When its next event is overdue, on the local clock. */
  overdueAt: number;
}

export class Recorder {
  readonly #tracers: TracerProvider;
  readonly #instruments: () => Instruments;
  readonly #groupName: GroupName | undefined;
  /** By the id of their events. */
  readonly #open = new Map<string, Recorded>();

  constructor(
    tracers: TracerProvider | undefined,
    meters: MeterProvider | undefined,
    groupName: GroupName | undefined,
  ) {
    this.#tracers = tracers ?? trace;
    this.#instruments = instrumentsOf(meters);
    this.#groupName = groupName;
  }

  on(event: LockEvent): void {
    if (event.type === "acquiring" || event.type === "resuming") this.#begin(event);
    else if (event.type === "release-failing" || "heldMs" in event) this.#endHold(event);
    else if (event.type === "waiting" || !("waitedMs" in event)) this.#progress(event);
    else this.#endCall(event);
  }

  #begin(event: Start): void {
    const { id, type, waitMs, leaseMs } = event;
    this.#abandonOverdue();
    // Another instance of a Durable Object continues this hold.
    this.#abandon(id);
    const recorded = this.#recordedFrom(event, leaseMs, waitMs);
    recorded.span = this.#span(type === "acquiring" ? "acquire" : "resume", id, recorded, recorded.parent);
    this.#open.set(id, recorded);
  }

  #progress(event: Progress): void {
    const recorded = this.#open.get(event.id);
    if (recorded === undefined) return;
    const { attributes, instruments, leaseMs, span } = recorded;
    const facts: Attributes = {};
    if (event.type === "waiting") {
      facts["leasehound.attempts"] = event.attempts;
      if (!recorded.isWaiting) safely(() => instruments?.waiting.add(1, attributes));
      recorded.isWaiting = true;
    } else {
      // A watchdog renews until the deadline, without events here.
      recorded.overdueAt = overdueAfter(leaseMs, event.type === "handed-off" ? event.deadline - event.validUntil : 0);
      if (event.type === "renewal-failing") facts["error.type"] = errorType(event.error);
    }
    safely(() => span?.addEvent(event.type, facts));
  }

  #endCall(event: CallEnd): void {
    const { id, type, waitedMs } = event;
    const recorded = this.#open.get(id) ?? this.#recordedFrom(event);
    const { attributes, instruments, parent, span } = recorded;
    this.#open.delete(id);
    const ended = { ...attributes, ...attributesOfEnd(event) };
    safely(() => instruments?.callTime.record(waitedMs / 1_000, ended));
    safely(() => instruments?.outcomes.add(1, ended));
    stopWaiting(recorded);
    endSpan(span, ended);
    const holds = type === "acquired" ? event.holds : Number(type === "resumed");
    if (holds === 0) return;
    safely(() => instruments?.holds.add(holds, attributes));
    recorded.holds = holds;
    recorded.overdueAt = overdueAfter(recorded.leaseMs);
    // Beside the span of the call. If the caller has no span, below it, so that both are in one trace.
    const isRoot = span !== undefined && parent !== undefined && trace.getSpan(parent) === undefined;
    recorded.span = this.#span("hold", id, recorded, isRoot ? trace.setSpan(parent, span) : parent);
    this.#open.set(id, recorded);
  }

  #endHold(event: HoldEnd): void {
    const { id } = event;
    const recorded = this.#open.get(id) ?? this.#recordedFrom(event);
    const { attributes, instruments, holds, span } = recorded;
    // A release without an answer has ended it.
    if (holds === 0) return;
    const ended = { ...attributes, ...attributesOfEnd(event) };
    if ("heldMs" in event) safely(() => instruments?.holdTime.record(event.heldMs / 1_000, ended));
    safely(() => instruments?.outcomes.add(1, ended));
    // An earlier instance of a Durable Object acquired it.
    if (holds === undefined) return;
    safely(() => instruments?.holds.add(-1, attributes));
    recorded.holds = holds - 1;
    if (recorded.holds > 0) return;
    endSpan(span, ended);
    // Kept until it is overdue, to recognize the event of a later release.
    if (event.type !== "release-failing") this.#open.delete(id);
  }

  /** Abandons those of the two oldest that are overdue: on Workers, an invocation may end without another event. */
  #abandonOverdue(): void {
    const now = nowMs();
    let looks = 0;
    for (const [id, recorded] of this.#open) {
      if (looks === 2) return;
      looks += 1;
      if (recorded.overdueAt < now) this.#abandon(id);
      else {
        this.#open.delete(id);
        this.#open.set(id, recorded);
      }
    }
  }

  #abandon(id: string): void {
    const recorded = this.#open.get(id);
    if (recorded === undefined) return;
    this.#open.delete(id);
    const { attributes, instruments, holds, span } = recorded;
    if (holds === 0) return;
    const ended = { ...attributes, ...ABANDONED };
    safely(() => instruments?.outcomes.add(1, ended));
    stopWaiting(recorded);
    if (holds !== undefined) safely(() => instruments?.holds.add(-holds, attributes));
    endSpan(span, ended);
  }

  #recordedFrom({ lockName, kind }: EventFacts, leaseMs = 0, waitMs = 0): Recorded {
    const group = safely(() => this.#groupName?.(lockName));
    const attributes: Attributes = { "leasehound.kind": kind };
    if (typeof group === "string") attributes["leasehound.group"] = group;
    const facts = { attributes, instruments: safely(this.#instruments), parent: safely(() => context.active()) };
    const overdueAt = overdueAfter(leaseMs, waitMs);
    return { ...facts, leaseMs, span: undefined, isWaiting: false, holds: undefined, overdueAt };
  }

  #span(what: string, id: string, { attributes }: Recorded, parent: Context | undefined): Span | undefined {
    const options = { attributes: { ...attributes, "leasehound.id": id } };
    return safely(() => this.#tracers.getTracer(SCOPE).startSpan(`${SCOPE}.${what}`, options, parent));
  }
}

function overdueAfter(leaseMs: number, moreMs = 0): number {
  return nowMs() + leaseMs + moreMs + SILENCE_MS;
}

function stopWaiting({ isWaiting, instruments, attributes }: Recorded): void {
  if (isWaiting) safely(() => instruments?.waiting.add(-1, attributes));
}

function endSpan(span: Span | undefined, ended: Attributes): void {
  safely(() => span?.setAttributes(ended));
  if ("error.type" in ended) safely(() => span?.setStatus({ code: SpanStatusCode.ERROR }));
  safely(() => span?.end());
}
