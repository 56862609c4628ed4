// One waiter of a group: what falls to it, and when it tries.
import type { Refusal } from "./acquire-loop.ts";
import { RetrySchedule, WOKEN_TRY_MS } from "./retry-schedule.ts";
import { sleep, unrefSleep } from "./sleep.ts";
import { TokenBucket } from "./token-bucket.ts";
import type { Follow, GroupMember, WaiterGroup, WaitResult } from "./waiter-group.ts";

const FIRST_REOPEN_MS = 250;
const LONGEST_REOPEN_MS = 10_000;
// A stream that lasted so long is opened again soon.
const STEADY_MS = 10_000;
// While no messages come, the longest time without a try of anybody.
const DEAF_POLL_MS = 1_000;
// Who gave no sign of life for so many polls is taken for gone, without having been able to say so.
const SILENT_POLLS = 2;
// And so long after that, in a machine that is too busy to answer, its stream may still be open.
const ABANDONED_MS = 60_000;
// Who stands in a queue keeps its place by trying, and has lost it after 15 s.
const QUEUED_POLL_MS = 5_000;

/** How a wait ends: what came of its last try, if that was answered. */
export type LastTry =
  | ({ readonly kind: "granted" } & WaitResult)
  /** Of several locks: which was busy. */
  | { readonly kind: "refused"; readonly member?: number | undefined }
  | { readonly kind: "unanswered" };

export interface WaiterOptions {
  readonly owner: string;
  /** Others may have the lock at the same time. */
  readonly shared: boolean;
  /** How many permits at once. */
  readonly permits: number;
  /** The longest time without a try, ms. */
  readonly pollMs: number;
  readonly follow: Follow;
}

/** One waiter, from its first refusal to its end. */
export class Waiter implements GroupMember {
  /** Woken since its last try began: what was published in the middle of that one it may have missed. */
  isAwake = false;
  /** Its try has not been answered. */
  isTrying = false;
  readonly owner: string;
  readonly shared: boolean;
  readonly permits: number;
  readonly #joinedAt = performance.now();
  #seenAt = performance.now();
  readonly #group: WaiterGroup;
  readonly #schedule: RetrySchedule;
  readonly #follow: Follow;
  readonly #pollMs: number;
  readonly #patienceMs: number;
  readonly #left = new AbortController();
  readonly #allowance = new TokenBucket();
  /** In a queue, as it was told last; others may have left it since. */
  position = 0;
  /** The message that woke it for this try told nobody else. */
  #wasAwake = false;
  #isCertain = false;
  #notify = (): void => {};
  #stream: AbortController | undefined;

  constructor(group: WaiterGroup, { owner, shared, permits, pollMs, follow }: WaiterOptions) {
    this.owner = owner;
    this.shared = shared;
    this.permits = permits;
    this.#group = group;
    this.#schedule = group.scheduleOf(shared) ?? new RetrySchedule();
    this.#follow = follow;
    this.#pollMs = group.inQueue ? Math.min(pollMs, QUEUED_POLL_MS) : pollMs;
    // Each looks around once a poll, and may be in the middle of a try.
    this.#patienceMs = SILENT_POLLS * this.#pollMs + WOKEN_TRY_MS;
  }

  get isPresumedDead(): boolean {
    return performance.now() - this.#seenAt > this.#patienceMs;
  }

  /** Nothing of it is left for certain: neither a try nor a stream. */
  get isAbandoned(): boolean {
    return performance.now() - this.#seenAt > this.#patienceMs + ABANDONED_MS;
  }

  get isYielding(): boolean {
    return performance.now() - this.#joinedAt < this.#pollMs;
  }

  notify(): void {
    this.#notify();
  }

  /**
   * `isCertain`: by what Redis answered to another waiter here; else by a message, which may come from anybody, at any
   * rate.
   */
  wake(isCertain = false): void {
    this.isAwake = true;
    this.#isCertain ||= isCertain;
    this.notify();
  }

  freeIn(ms: number): void {
    this.#schedule.freeIn(ms);
  }

  /** Its try was. */
  onRefusal(refusal: Refusal): void {
    this.isTrying = false;
    this.#seenAt = performance.now();
    this.position = refusal.queued?.position ?? 0;
    this.#group.join(this);
    this.#schedule.reschedule(refusal);
    this.#group.recordRefusal(this, refusal, this.#wasAwake);
  }

  /**
   * Until messages come, so that a try afterwards misses none; or they don't for `limitMs`, or there are none, or
   * aborted.
   */
  async listens(limitMs: number, signal: AbortSignal): Promise<void> {
    await this.#listens(limitMs, signal);
    this.#tries();
  }

  async #listens(limitMs: number, signal: AbortSignal): Promise<void> {
    const end = performance.now() + limitMs;
    for (;;) {
      this.#heartbeat();
      const leftMs = end - performance.now();
      if (this.#group.isLive || this.#group.isUnsupported || signal.aborted || leftMs <= 0) return;
      await this.#notified(leftMs, signal);
    }
  }

  /**
   * Until a try may succeed. Ways out: woken by a message, as often as messages may do so; the lock may be free, or
   * nobody has tried for as long as a poll, and of all whose time has come it is this one that tries; `limitMs` is
   * over; aborted; there are no streams.
   */
  async sleeps(limitMs: number, signal: AbortSignal): Promise<void> {
    await this.#sleeps(limitMs, signal);
    this.#tries();
  }

  #tries(): void {
    this.#wasAwake = this.isAwake;
    this.isAwake = false;
    this.#isCertain = false;
    this.isTrying = true;
  }

  async #sleeps(limitMs: number, signal: AbortSignal): Promise<void> {
    const group = this.#group;
    const end = performance.now() + limitMs;
    while (!signal.aborted && !group.isUnsupported) {
      this.#heartbeat();
      const now = performance.now();
      if (now >= end) return;
      if (this.#isCertain) return;
      const wakesAt = this.isAwake ? this.#allowance.nextAt : Number.POSITIVE_INFINITY;
      if (wakesAt <= now) return this.#allowance.take(now);
      const comesFirst = group.comesFirst(this);
      const isDeaf = !group.isLive && comesFirst;
      const dueAt = this.#schedule.dueAt(isDeaf ? Math.min(this.#pollMs, DEAF_POLL_MS) : this.#pollMs, comesFirst);
      if (dueAt <= now) return this.#schedule.tries();
      await this.#notified(Math.min(dueAt, wakesAt, end) - now, signal);
    }
  }

  /**
   * Woken, or without an answer to its try, it passes the wake on; in a queue its leaving, which Redis is told, tells
   * the next.
   */
  leave(lastTry: LastTry): void {
    this.#left.abort();
    if (lastTry.kind === "refused") this.isTrying = false;
    this.#group.leave(this, lastTry.kind === "granted" ? lastTry : undefined);
    if (this.#group.inQueue) return;
    // A lock that it got is what it was woken for. Of permits there may be another since its try.
    if (lastTry.kind === "granted" && lastTry.available === undefined) return;
    if (this.isAwake || (this.isTrying && lastTry.kind !== "granted")) this.#group.wakeOne();
  }

  /**
   * Whoever rings only resolves a promise: in another invocation nothing else of this one may be touched. The timer
   * least of all: its number may be that of a timer over there.
   */
  async #notified(limitMs: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const rung = new Promise<void>((resolve) => {
      this.#notify = resolve;
    });
    const notify = this.#notify;
    signal.addEventListener("abort", notify);
    await Promise.race([rung, sleep(limitMs, over.signal)]);
    signal.removeEventListener("abort", notify);
    over.abort();
  }

  /**
   * What falls to the leader, in its own invocation: a sign of life, and the stream. One that gives none is replaced.
   */
  #heartbeat(): void {
    this.#seenAt = performance.now();
    const silentMs = this.#seenAt - this.#group.leaderSeenAt;
    if (this.#group.leader !== this && silentMs > this.#patienceMs) this.#group.lead(this);
    if (this.#group.leader !== this) {
      this.#stream?.abort();
      return;
    }
    this.#group.leaderSeenAt = performance.now();
    if (this.#stream === undefined) this.#followWhileLeading();
  }

  async #followWhileLeading(): Promise<void> {
    const group = this.#group;
    const stream = new AbortController();
    this.#stream = stream;
    this.#left.signal.addEventListener("abort", () => stream.abort());
    let pauseMs = FIRST_REOPEN_MS;
    const listener = {
      onSubscribed: () => {
        if (group.leader === this) group.live(true);
      },
      onMessage: (payload: string, owner: string) => group.onMessage(payload, owner),
    };
    // Ways out: this waiter has left, or leads no more; there are no streams.
    while (!stream.signal.aborted && !group.isUnsupported) {
      const openedAt = performance.now();
      const end = await this.#follow(listener, stream.signal);
      if (end !== "ended") group.isUnsupported = true;
      if (group.leader === this) group.live(false);
      if (performance.now() - openedAt > STEADY_MS) pauseMs = FIRST_REOPEN_MS;
      await unrefSleep(pauseMs, stream.signal);
      pauseMs = Math.min(2 * pauseMs, LONGEST_REOPEN_MS);
    }
    this.#stream = undefined;
  }
}
