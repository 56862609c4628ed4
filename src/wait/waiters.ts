// The waiters for one lock in one isolate, behind one event stream. In a Worker each may be another invocation, and none can read
// the stream of another, nor be told that another was cut: so the stream belongs to one of them, the leader, and is handed on when
// that leaves; and one who hears nothing of its leader for a while takes its place. Waking another invocation is a promise
// that is resolved.
import { loosePause, pause } from "./pause.ts";

export interface ChannelListener {
  /** The subscription is confirmed: from now on nothing is missed, as long as it lasts. */
  onSubscribed(): void;
  onMessage(payload: string): void;
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
// Nor may the one that was woken have been: if no try was answered since, another tries.
const WOKEN_TRY_MS = 1_000;

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
  /** The last try of any of them, and when the holder's lease ends, as that was told. */
  triedAt: number = Number.NEGATIVE_INFINITY;
  leaseEndsAt: number = Number.POSITIVE_INFINITY;
  /** By when somebody tries at the latest, because one was woken. */
  tryBy: number = Number.POSITIVE_INFINITY;

  constructor(onEmpty: () => void) {
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
    const [next] = this.#members;
    if (next === undefined) this.#onEmpty();
    else if (this.leader === waiter) this.lead(next);
  }

  /** Its stream takes the place of that of the former leader, which has left, or whose end nobody could tell us. */
  lead(waiter: Waiter): void {
    this.leader = waiter;
    this.isLive = false;
    this.ledAt = performance.now();
    waiter.ring();
  }

  /** What the stream of the leader says of itself. One tries, for what was published before. */
  live(isLive: boolean): void {
    this.isLive = isLive;
    if (isLive) this.triedAt = Number.NEGATIVE_INFINITY;
    for (const waiter of this.#members) waiter.ring();
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

  wakeAll(): void {
    for (const waiter of this.#members) this.#wake(waiter);
  }

  /** A try was answered, or begins: nobody else has to. */
  tried(leaseEndsAt: number): void {
    this.triedAt = performance.now();
    this.leaseEndsAt = leaseEndsAt;
    this.tryBy = Number.POSITIVE_INFINITY;
  }

  #wake(waiter: Waiter | undefined): void {
    if (waiter === undefined) return;
    this.tryBy = performance.now() + WOKEN_TRY_MS;
    waiter.wake();
  }
}

/** One waiter, from its first refusal to its end. */
export class Waiter {
  /** Woken since its last try began: what was published in the middle of that one it may have missed. */
  isAwake = false;
  /** Its try has not been answered. */
  isTrying = false;
  readonly #joinedAt = performance.now();
  #seenAt = performance.now();
  readonly #waiters: Waiters;
  readonly #follow: Follow;
  readonly #pollMs: number;
  readonly #patienceMs: number;
  readonly #left = new AbortController();
  #ring = (): void => {};
  #stream: AbortController | undefined;

  constructor(waiters: Waiters, follow: Follow, pollMs: number) {
    this.#waiters = waiters;
    this.#follow = follow;
    this.#pollMs = pollMs;
    // Each looks around once a poll, and may be in the middle of a try.
    this.#patienceMs = SILENT_POLLS * pollMs + WOKEN_TRY_MS;
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

  /** A try was refused: the holder's lease has `remainingMs` left, or no end (-1). */
  refused(remainingMs: number): void {
    this.isTrying = false;
    this.#seenAt = performance.now();
    this.#waiters.join(this);
    this.#waiters.tried(remainingMs < 0 ? Number.POSITIVE_INFINITY : this.#seenAt + remainingMs);
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
   * Until a try may succeed. Ways out: woken by a message; the holder's lease has ended, or nobody has tried for as long as a poll,
   * and of all whose time has come it is this one that tries; `limitMs` is over; aborted; there are no streams.
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
      const pollMs = waiters.isLive ? this.#pollMs : Math.min(this.#pollMs, DEAF_POLL_MS);
      const dueAt = Math.min(waiters.leaseEndsAt, waiters.tryBy, waiters.triedAt + pollMs);
      // The others sleep on until this try was answered, or, if it never is, for a poll.
      if (dueAt <= now) return waiters.tried(Number.POSITIVE_INFINITY);
      await this.#rung(Math.min(dueAt, end) - now, signal);
    }
  }

  /** Woken, or without an answer to its try, it passes the wake on. */
  leave(granted: boolean): void {
    this.#left.abort();
    this.#waiters.leave(this);
    if (granted) this.#waiters.tried(Number.POSITIVE_INFINITY);
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
        onMessage: (payload: string) => (payload === "0" ? waiters.wakeOne() : waiters.wakeAll()),
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
