// The waiters for one lock in one isolate, behind one event stream. In a Worker each may be another invocation, and none can read
// the stream of another, nor be told that another was cut: so the stream belongs to one of them, the leader, and is handed on when
// that leaves; and one who hears nothing of its leader for a while takes its place. Waking another invocation is a promise
// that is resolved.
import type { Refusal } from "./acquire-loop.ts";
import { loosePause, pause } from "./pause.ts";
import { Schedule, WOKEN_TRY_MS } from "./schedule.ts";

/** Where a release is told. */
export interface ReleaseChannel {
  readonly name: string;
  /** Each waiter has a channel of its own: this name and its owner. One that stands in a queue is told when it is its turn. */
  readonly perWaiter: boolean;
}

export interface ChannelListener {
  /** The subscription is confirmed: from now on nothing is missed, as long as it lasts. */
  onSubscribed(): void;
  /** `owner`: whose channel it came on; "" when all have one. */
  onMessage(payload: string, owner: string): void;
}

/** How following a channel ended: it may be tried again later, or never, since this store has no streams. */
export type StreamEnd = "ended" | "unsupported";

/** Follows a channel until `signal` aborts, or it ends by itself. Never rejects. */
export type Follow = (listener: ChannelListener, signal: AbortSignal) => Promise<StreamEnd>;

const FIRST_REOPEN_MS = 250;
const LONGEST_REOPEN_MS = 10_000;
// While no messages come, the longest time without a try of anybody.
const DEAF_POLL_MS = 1_000;
// Who gave no sign of life for so many polls is taken for gone, without having been able to say so.
const SILENT_POLLS = 2;
// Who stands in a queue keeps its place by trying, and has lost it after 15 s.
const QUEUED_POLL_MS = 5_000;

/** The waiters of one channel. Instants are on the monotonic clock. */
export class Waiters {
  readonly #members: Waiter[] = [];
  readonly #onEmpty: () => void;
  leader: Waiter | undefined;
  /** The last sign of life of the leader. */
  ledAt: number = Number.NEGATIVE_INFINITY;
  /** The stream is confirmed: messages come. */
  isLive = false;
  isUnsupported = false;
  /** Of all, when a try of any of them answers for the others. */
  readonly schedule: Schedule | undefined;

  constructor(perWaiter: boolean, onEmpty: () => void) {
    this.schedule = perWaiter ? undefined : new Schedule();
    this.#onEmpty = onEmpty;
  }

  /** Also one that was taken for gone. */
  join(waiter: Waiter): void {
    if (this.#members.includes(waiter)) return;
    this.#members.push(waiter);
    if (this.leader === undefined) this.lead(waiter);
  }

  /** All were cut, or have left. */
  get isGone(): boolean {
    return this.#members.every((waiter) => waiter.isGone);
  }

  leave(waiter: Waiter): void {
    const at = this.#members.indexOf(waiter);
    if (at === -1) return;
    this.#members.splice(at, 1);
    // Who came last to a queue stays longest.
    const next = this.schedule === undefined ? this.#members.at(-1) : this.#members[0];
    if (next === undefined) this.#onEmpty();
    else if (this.leader === waiter) this.lead(next);
  }

  /** Nobody here is known to come before it. */
  isFront({ position }: Waiter): boolean {
    return this.#members.every((member) => member.position >= position);
  }

  /** Its stream takes the place of that of the former leader, which has left, or whose end nobody could tell us. */
  lead(waiter: Waiter): void {
    this.leader = waiter;
    this.isLive = false;
    this.ledAt = performance.now();
    waiter.ring();
  }

  /** What the stream of the leader says of itself. One tries, for what was published before: in a queue, the first here. */
  live(isLive: boolean): void {
    this.isLive = isLive;
    for (const waiter of this.#members) {
      if (isLive && this.isFront(waiter)) waiter.missed();
      waiter.ring();
    }
  }

  told(payload: string, owner: string): void {
    if (this.schedule === undefined) this.#wakeOwner(owner);
    else if (payload === "0") this.wakeOne();
    else for (const waiter of this.#members) this.#wake(waiter);
  }

  /**
   * A release wakes one waiter: of many tries all but one would be refused. The leader gives way to another, since the stream would
   * have to move with it, but not for longer than a poll.
   */
  wakeOne(): void {
    for (const waiter of this.#members.filter(({ isGone }) => isGone)) this.leave(waiter);
    const asleep = this.#members.filter((waiter) => !waiter.isAwake);
    const idle = asleep.filter((waiter) => !waiter.isTrying);
    const [first, second] = idle.length === 0 ? asleep : idle;
    this.#wake((first === this.leader && first?.givesWay === true ? second : undefined) ?? first);
    // It lives, since it has heard the message: it sees to it that somebody tries.
    this.leader?.ring();
  }

  /** Nobody else can take its turn. */
  #wakeOwner(owner: string): void {
    for (const waiter of this.#members.filter((member) => member.owner === owner)) waiter.wake();
  }

  #wake(waiter: Waiter | undefined): void {
    if (waiter === undefined) return;
    this.schedule?.woken();
    waiter.wake();
  }
}

export interface WaiterOptions {
  readonly owner: string;
  /** The longest time without a try, ms. */
  readonly pollMs: number;
  readonly follow: Follow;
}

/** One waiter, from its first refusal to its end. */
export class Waiter {
  /** Woken since its last try began: what was published in the middle of that one it may have missed. */
  isAwake = false;
  /** Its try has not been answered. */
  isTrying = false;
  readonly owner: string;
  readonly #joinedAt = performance.now();
  #seenAt = performance.now();
  readonly #waiters: Waiters;
  readonly #schedule: Schedule;
  readonly #follow: Follow;
  readonly #pollMs: number;
  readonly #patienceMs: number;
  readonly #left = new AbortController();
  /** In a queue, as it was told last; others may have left it since. */
  position = 0;
  #ring = (): void => {};
  #stream: AbortController | undefined;

  constructor(waiters: Waiters, { owner, pollMs, follow }: WaiterOptions) {
    this.owner = owner;
    this.#waiters = waiters;
    this.#schedule = waiters.schedule ?? new Schedule();
    this.#follow = follow;
    this.#pollMs = waiters.schedule === undefined ? Math.min(pollMs, QUEUED_POLL_MS) : pollMs;
    // Each looks around once a poll, and may be in the middle of a try.
    this.#patienceMs = SILENT_POLLS * this.#pollMs + WOKEN_TRY_MS;
  }

  get isGone(): boolean {
    return performance.now() - this.#seenAt > this.#patienceMs;
  }

  get givesWay(): boolean {
    return performance.now() - this.#joinedAt < this.#pollMs;
  }

  ring(): void {
    this.#ring();
  }

  wake(): void {
    this.isAwake = true;
    this.ring();
  }

  missed(): void {
    this.#schedule.missed();
  }

  /** Its try was. */
  refused(refusal: Refusal): void {
    this.isTrying = false;
    this.#seenAt = performance.now();
    this.position = refusal.queued?.position ?? 0;
    this.#waiters.join(this);
    this.#schedule.refused(refusal);
  }

  /** Until messages come, so that a try afterwards misses none; or they don't for `limitMs`, or there are none, or aborted. */
  async listens(limitMs: number, signal: AbortSignal): Promise<void> {
    await this.#listens(limitMs, signal);
    this.#tries();
  }

  async #listens(limitMs: number, signal: AbortSignal): Promise<void> {
    const end = performance.now() + limitMs;
    for (;;) {
      this.#leads();
      const leftMs = end - performance.now();
      if (this.#waiters.isLive || this.#waiters.isUnsupported || signal.aborted || leftMs <= 0) return;
      await this.#rung(leftMs, signal);
    }
  }

  /**
   * Until a try may succeed. Ways out: woken by a message; the lock may be free, or nobody has tried for as long as a poll, and of all
   * whose time has come it is this one that tries; `limitMs` is over; aborted; there are no streams.
   */
  async sleeps(limitMs: number, signal: AbortSignal): Promise<void> {
    await this.#sleeps(limitMs, signal);
    this.#tries();
  }

  #tries(): void {
    this.isAwake = false;
    this.isTrying = true;
  }

  async #sleeps(limitMs: number, signal: AbortSignal): Promise<void> {
    const waiters = this.#waiters;
    const end = performance.now() + limitMs;
    while (!this.isAwake && !signal.aborted && !waiters.isUnsupported) {
      this.#leads();
      const now = performance.now();
      if (now >= end) return;
      const isDeaf = !waiters.isLive && waiters.isFront(this);
      const dueAt = this.#schedule.dueAt(isDeaf ? Math.min(this.#pollMs, DEAF_POLL_MS) : this.#pollMs);
      if (dueAt <= now) return this.#schedule.tries();
      await this.#rung(Math.min(dueAt, end) - now, signal);
    }
  }

  /** Woken, or without an answer to its try, it passes the wake on; in a queue its leaving, which Redis is told, tells the next. */
  leave(granted: boolean): void {
    this.#left.abort();
    this.#waiters.leave(this);
    if (this.#waiters.schedule === undefined) return;
    if (granted) this.#schedule.tries();
    else if (this.isAwake || this.isTrying) this.#waiters.wakeOne();
  }

  /**
   * Whoever rings only resolves a promise: in another invocation nothing else of this one may be touched. The timer least of all:
   * its number may be that of a timer over there.
   */
  async #rung(limitMs: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const rung = new Promise<void>((resolve) => {
      this.#ring = resolve;
    });
    const ring = this.#ring;
    signal.addEventListener("abort", ring);
    await Promise.race([rung, pause(limitMs, over.signal)]);
    signal.removeEventListener("abort", ring);
    over.abort();
  }

  /** What falls to the leader, in its own invocation: a sign of life, and the stream. One that gives none is replaced. */
  #leads(): void {
    this.#seenAt = performance.now();
    const silentMs = this.#seenAt - this.#waiters.ledAt;
    if (this.#waiters.leader !== this && silentMs > this.#patienceMs) this.#waiters.lead(this);
    if (this.#waiters.leader !== this) {
      this.#stream?.abort();
      return;
    }
    this.#waiters.ledAt = performance.now();
    if (this.#stream === undefined) this.#followWhileLeading();
  }

  async #followWhileLeading(): Promise<void> {
    const waiters = this.#waiters;
    const stream = new AbortController();
    this.#stream = stream;
    this.#left.signal.addEventListener("abort", () => stream.abort());
    let pauseMs = FIRST_REOPEN_MS;
    // Ways out: this waiter has left, or leads no more; there are no streams.
    while (!stream.signal.aborted && !waiters.isUnsupported) {
      const listener = {
        onSubscribed: () => {
          pauseMs = FIRST_REOPEN_MS;
          if (waiters.leader === this) waiters.live(true);
        },
        onMessage: (payload: string, owner: string) => waiters.told(payload, owner),
      };
      const end = await this.#follow(listener, stream.signal);
      if (end === "unsupported") waiters.isUnsupported = true;
      if (waiters.leader === this) waiters.live(false);
      await loosePause(pauseMs, stream.signal);
      pauseMs = Math.min(2 * pauseMs, LONGEST_REOPEN_MS);
    }
    this.#stream = undefined;
  }
}
