// The recent history of one lock, as the page has seen it: who held it, who waited, and how each hold ended.
import type { Sample, SampledHolder, SampledLock } from "../sample.ts";
import { type Asked, type SavedLease, WatchedLease } from "./watched-lease.ts";

/** How a hold ended: before its lease, with its lease, or while the page got no answers. */
export type HoldEnd = "released" | "lease ended" | "unseen";

/** A time in which an owner held the lock or waited. Instants are epoch ms, by the clock of the server. */
export interface Span {
  readonly kind: "held" | "waits";
  readonly from: number;
  /** Its end, or when it was last seen. */
  to: number;
  isOpen: boolean;
  /** How many wait. It is 1, except in the lane of isolates. */
  readonly count: number;
  readonly renewals: number[];
  end: HoldEnd | undefined;
}

/** A hold that was there in the newest answer. */
export interface SeenHold {
  readonly lane: Lane;
  readonly lease: WatchedLease;
}

interface Hold extends SeenHold {
  readonly span: Span;
}

/** The lane of one owner. */
export interface Lane {
  readonly owner: string;
  /** The label of its hold; "" while it has none. */
  label: string;
  readonly spans: Span[];
}

/** One event, as a row of the table. */
export interface LaneEvent {
  readonly at: number;
  readonly owner: string;
  readonly label: string;
  readonly what: string;
}

/** A history as JSON. */
export interface SavedHistory extends Pick<LaneHistory, "lanes" | "events" | "gaps" | "now" | "seenAt"> {
  readonly holds: readonly SavedHold[];
}

/** An open hold: its key, the places of its lane and its span, and its lease. */
type SavedHold = readonly [key: string, lane: number, span: number, lease: SavedLease];

/** The name of the lane for waiting isolates. Redis knows only how many wait, not which. */
export const ISOLATES = "programs that wait";
/** How much of the past is kept, in ms. */
export const WINDOW_MS = 120_000;
/** Answers come once a second: a longer pause is a gap. */
export const GAP_MS = 3_500;

const MOST_LANES = 20;
const MOST_EVENTS = 50;

/** Remembers the last two minutes of one lock. */
export class LaneHistory {
  lanes: Lane[] = [];
  /** Newest first. */
  events: LaneEvent[] = [];
  /** Periods without answers. */
  gaps: { readonly from: number; readonly to: number }[] = [];
  /** The newest instant. */
  now = 0;
  /** How many owners have no lane, because there are too many owners. */
  omitted = 0;
  readonly #holds = new Map<string, Hold>();
  /** The instant of the newest answer with the lock. */
  seenAt = 0;

  /** Continues a history after another load of the page. */
  static from({ lanes, events, gaps, now, seenAt, holds }: SavedHistory): LaneHistory {
    const history = Object.assign(new LaneHistory(), { lanes, events, gaps, now, seenAt });
    for (const [key, laneAt, spanAt, saved] of holds) {
      const lane = lanes[laneAt];
      const span = lane?.spans[spanAt];
      if (lane !== undefined && span !== undefined)
        history.#holds.set(key, { lane, span, lease: WatchedLease.from(saved) });
    }
    return history;
  }

  toJSON(): SavedHistory {
    const { lanes, events, gaps, now, seenAt } = this;
    const holds = [...this.#holds].map(
      ([key, { lane, span, lease }]): SavedHold => [key, lanes.indexOf(lane), lane.spans.indexOf(span), lease.toJSON()],
    );
    return { lanes, events, gaps, now, seenAt, holds };
  }

  /** The holds of the newest answer that have a lane. */
  get holds(): readonly SeenHold[] {
    return [...this.#holds.values()];
  }

  add({ at, isFresh, lock }: Sample): void {
    this.now = at;
    if (!isFresh || lock === undefined || lock.at <= this.seenAt) return;
    const before = this.seenAt;
    const isGap = before > 0 && lock.at - before > GAP_MS;
    if (isGap) this.gaps.push({ from: before, to: lock.at });
    this.seenAt = lock.at;
    this.omitted = 0;
    const holders = new Map(lock.holders.map((holder) => [keyOf(holder), holder]));
    this.#endHolds(holders, lock.at, isGap);
    for (const [key, holder] of holders) this.#hold(key, holder, lock, isGap ? 0 : before);
    this.#wait(lock);
    this.#forget(lock.at - WINDOW_MS);
  }

  #endHolds(holders: ReadonlyMap<string, SampledHolder>, at: number, isGap: boolean): void {
    for (const [key, { lane, span, lease }] of this.#holds) {
      const holder = holders.get(key);
      if (holder !== undefined && holder.remainingMs > 0) continue;
      span.end = isGap ? "unseen" : lease.end <= at ? "lease ended" : "released";
      span.to = Math.max(span.to, Math.min(lease.end, at));
      span.isOpen = false;
      this.#holds.delete(key);
      this.#report(lane, at, ENDED[span.end]);
    }
  }

  /** `before`: when the lock was last seen before this sample; 0 if it was not. */
  #hold(key: string, holder: SampledHolder, asked: Asked, before: number): void {
    const { at } = asked;
    const { owner, label, since = at, remainingMs } = holder;
    const known = this.#holds.get(key);
    if (known !== undefined) {
      known.span.to = at;
      if (known.lease.see(asked, remainingMs)) {
        known.span.renewals.push(at);
        this.#report(known.lane, at, "renewed its lease");
      }
      return;
    }
    const lane = remainingMs > 0 ? this.#laneOf(owner) : undefined;
    if (lane === undefined) return;
    lane.label = label;
    // The clock of the holder may differ from that of the server.
    const from = Math.min(at, Math.max(before, since));
    closeWait(lane, from);
    const span = begun("held", from, at);
    lane.spans.push(span);
    this.#holds.set(key, { lane, span, lease: new WatchedLease(asked, remainingMs) });
    this.#report(lane, from, "acquired the lock");
  }

  #wait({ at, queue, isolates }: SampledLock): void {
    const waiting = new Map(queue.map((owner) => [owner, 1]));
    if (isolates > 0) waiting.set(ISOLATES, isolates);
    for (const lane of this.lanes) {
      const count = waiting.get(lane.owner);
      const open = lane.spans.find(({ kind, isOpen }) => kind === "waits" && isOpen);
      if (open === undefined) continue;
      if (count === open.count) open.to = at;
      else closeWait(lane, at);
      if (count === undefined && lane.owner !== ISOLATES) this.#report(lane, at, "stopped waiting");
    }
    for (const [owner, count] of waiting) {
      const lane = this.#laneOf(owner);
      if (lane === undefined || lane.spans.some(({ kind, isOpen }) => kind === "waits" && isOpen)) continue;
      lane.spans.push(begun("waits", at, at, count));
      if (owner !== ISOLATES) this.#report(lane, at, "began to wait");
    }
  }

  /** Returns the lane of an owner; undefined when no further lane fits. */
  #laneOf(owner: string): Lane | undefined {
    const known = this.lanes.find((lane) => lane.owner === owner);
    if (known !== undefined) return known;
    if (this.lanes.length >= MOST_LANES) {
      const past = this.lanes.findIndex(({ spans }) => spans.every(({ isOpen }) => !isOpen));
      if (past === -1) {
        this.omitted += 1;
        return undefined;
      }
      this.lanes.splice(past, 1);
    }
    const lane: Lane = { owner, label: "", spans: [] };
    this.lanes.push(lane);
    return lane;
  }

  #forget(before: number): void {
    this.gaps = this.gaps.filter(({ to }) => to > before);
    for (const lane of [...this.lanes]) {
      const kept = lane.spans.filter(({ to, isOpen }) => isOpen || to > before);
      lane.spans.splice(0, lane.spans.length, ...kept);
      for (const { renewals } of kept) while ((renewals[0] ?? before) < before) renewals.shift();
      if (kept.length === 0) this.lanes.splice(this.lanes.indexOf(lane), 1);
    }
  }

  #report({ owner, label }: Lane, at: number, what: string): void {
    this.events.unshift({ at, owner, label, what });
    this.events.splice(MOST_EVENTS);
  }
}

const ENDED: Record<HoldEnd, string> = {
  released: "released the lock, or was freed",
  "lease ended": "lost the lock: its lease ended",
  unseen: "ended its hold while the page got no answers",
};

function keyOf({ owner, mode, since }: SampledHolder): string {
  return JSON.stringify([owner, mode, since]);
}

function begun(kind: Span["kind"], from: number, to: number, count = 1): Span {
  return { kind, from, to, isOpen: true, count, renewals: [], end: undefined };
}

function closeWait({ spans }: Lane, at: number): void {
  for (const span of spans) {
    if (span.kind !== "waits" || !span.isOpen) continue;
    span.to = Math.max(span.from, at);
    span.isOpen = false;
  }
}
