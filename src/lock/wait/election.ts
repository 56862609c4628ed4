// One stream for several waiters. In a Worker, each waiter may be another invocation. No invocation can read the stream
// of another, or learn that another was cut. So one waiter, the leader, opens the stream in its own invocation, and
// another becomes leader when it leaves. A waiter that sees no sign of life of the leader for a while takes its place.
// To wake another invocation, a promise is resolved. In Node, Deno and Bun, the stream belongs to the process, and does
// not move.
import { nowMs } from "../../base/clock.ts";
import { endsWithInvocation } from "../../base/invocation.ts";
import { Notice, unrefSleep, unrefTimer } from "../../base/timers.ts";
import type { ChannelListener, StreamEnd } from "../protocol.ts";

const FIRST_REOPEN_MS = 250;
const LONGEST_REOPEN_MS = 10_000;
// A stream that lasted this long is opened again at once.
const STEADY_MS = 10_000;
// How long it may take to move the stream to another waiter.
const MOVING_MS = 500;
// A leader that goes on, because it was granted the lock, keeps its stream until the next one is confirmed. One whose
// call failed may end its invocation: it waits less.
const KEPT_MS = 2_000;
const KEPT_AFTER_FAILURE_MS = 250;
// How long a stream stays after another one is confirmed, and when it must have ended.
const OVERLAP_MS = 100;
const ENDS_MS = 150;
// A stream that has not counted for this long was cut: its reader cannot say so.
const CUT_MS = 60_000;

/** Follows a channel until `signal` aborts, or the stream ends by itself. Never rejects. */
export type Follow = (listener: ChannelListener, signal: AbortSignal) => Promise<StreamEnd>;

/** One waiter, as it takes part in an election. */
export interface Candidate {
  /** Opens the stream, if it leads. */
  readonly follow: Follow;
  /** It has been silent for too long: its invocation was probably cut. */
  readonly isPresumedDead: boolean;
  /** Makes it give a sign of life. */
  notify(): void;
}

/** Those who depend on the stream. */
export interface Audience {
  /** A stream is confirmed, after a time in which messages may have been missed; or it has ended. */
  onTurn(isLive: boolean): void;
  onMessage(payload: string, owner: string): void;
}

/** A stream from its opening to its end. */
interface Stream {
  reader: Candidate;
  /** Until when it counts, on the local clock: its reader has left, and may be cut. */
  countsUntil: number;
  isConfirmed: boolean;
  readonly ending: AbortController;
  /** Another stream was confirmed. */
  readonly replaced: Notice;
}

/** The candidates of one channel, and its stream. Instants are on the local clock. */
export class Election {
  readonly #audience: Audience;
  readonly #candidates = new Set<Candidate>();
  readonly #streams = new Set<Stream>();
  readonly #lingersMs: number;
  #lingering: { readonly stream: Stream; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  #leader: Candidate | undefined;
  /** The leader's last sign of life. */
  #seenAt = Number.NEGATIVE_INFINITY;
  #wasLive = false;
  #liveSince = Number.POSITIVE_INFINITY;
  #silentSince = nowMs();
  /** There are no streams. */
  isUnsupported = false;

  /** `lingersMs`: for how long a process keeps the stream without candidates. */
  constructor(audience: Audience, lingersMs = 0) {
    this.#audience = audience;
    this.#lingersMs = lingersMs;
  }

  get leader(): Candidate | undefined {
    return this.#leader;
  }

  /** A stream is confirmed: messages arrive. */
  get isLive(): boolean {
    const now = nowMs();
    for (const { isConfirmed, countsUntil } of this.#streams) if (isConfirmed && now < countsUntil) return true;
    return false;
  }

  /** Whether messages arrive, or the stream is just moving to another waiter. */
  get hears(): boolean {
    return this.isLive || nowMs() - this.#silentSince < MOVING_MS;
  }

  /** Returns whether a message since this instant would have arrived. */
  wasLiveSince(instant: number): boolean {
    return this.isLive && this.#liveSince <= instant;
  }

  join(candidate: Candidate): void {
    this.#candidates.add(candidate);
    if (this.#leader === undefined) this.#lead(candidate);
  }

  /**
   * Removes a candidate. Resolves when it may end its invocation: when another stream is confirmed in place of its own,
   * or after a short time. Undefined: at once. `goesOn`: its invocation continues, because it was granted the lock.
   */
  leave(candidate: Candidate, goesOn: boolean): Promise<void> | undefined {
    this.#candidates.delete(candidate);
    if (this.#leader === candidate) this.#leadNext();
    const stream = this.#streamOf(candidate);
    if (stream === undefined) return undefined;
    if (this.#candidates.size === 0) return this.#linger(stream);
    if (!endsWithInvocation() && this.#leader !== undefined) {
      stream.reader = this.#leader;
      return undefined;
    }
    return this.#keepUntilReplaced(stream, goesOn ? KEPT_MS : KEPT_AFTER_FAILURE_MS);
  }

  /**
   * Gives a sign of life of a candidate, and opens the stream if it leads, in its own invocation. Replaces a leader
   * that was silent for `patienceMs`.
   */
  heartbeat(candidate: Candidate, patienceMs: number): void {
    const now = nowMs();
    this.#candidates.add(candidate);
    if (this.#leader === undefined || (this.#leader !== candidate && now - this.#seenAt > patienceMs)) {
      this.#forgetGone();
      this.#lead(candidate);
    }
    const own = this.#streamOf(candidate);
    if (this.#leader !== candidate) {
      if (own !== undefined) this.#end(own);
      return;
    }
    this.#seenAt = now;
    if (own === undefined && !this.isUnsupported) void this.#read(candidate);
  }

  /**
   * Lets another candidate lead. The newest waiter stays longest: each move of a stream costs a SUBSCRIBE. In a Worker,
   * it may just have been cut, so the first that gives a sign of life leads.
   */
  #leadNext(): void {
    this.#leader = undefined;
    this.#forgetGone();
    const newest = [...this.#candidates].reverse();
    if (endsWithInvocation()) for (const each of newest) each.notify();
    else if (newest[0] !== undefined) this.#lead(newest[0]);
  }

  /** Forgets those that were cut, because they cannot leave. One that was only slow is back with its next heartbeat. */
  #forgetGone(): void {
    for (const each of this.#candidates) if (each.isPresumedDead) this.#candidates.delete(each);
  }

  /** Ends the stream, unless another candidate comes soon. An invocation may end with this candidate. */
  #linger(stream: Stream): undefined {
    if (this.#lingersMs === 0 || endsWithInvocation()) return this.#end(stream);
    this.#takeLingering();
    this.#lingering = { stream, timer: unrefTimer(() => this.#end(stream), this.#lingersMs) };
  }

  /** Returns the stream that was left without candidates, if it is still open. */
  #takeLingering(): Stream | undefined {
    if (this.#lingering === undefined) return undefined;
    const { stream, timer } = this.#lingering;
    this.#lingering = undefined;
    clearTimeout(timer);
    return this.#streams.has(stream) ? stream : undefined;
  }

  /** Makes a candidate the leader. In a Worker, the stream of a silent leader counts no longer: it may be cut. */
  #lead(candidate: Candidate): void {
    const former = this.#leader === undefined ? this.#takeLingering() : this.#streamOf(this.#leader);
    this.#leader = candidate;
    this.#seenAt = nowMs();
    if (former !== undefined && !endsWithInvocation()) former.reader = candidate;
    else if (former !== undefined) former.countsUntil = this.#seenAt;
    for (const stream of this.#streams) if (stream.countsUntil < this.#seenAt - CUT_MS) this.#streams.delete(stream);
    this.#check();
    candidate.notify();
  }

  #streamOf(candidate: Candidate): Stream | undefined {
    for (const stream of this.#streams) if (stream.reader === candidate) return stream;
    return undefined;
  }

  #end(stream: Stream): undefined {
    this.#streams.delete(stream);
    stream.ending.abort();
    this.#check();
  }

  /** Runs in the invocation of the stream's reader, which alone can end it. */
  async #keepUntilReplaced(stream: Stream, keptMs: number): Promise<void> {
    stream.countsUntil = nowMs() + keptMs;
    const isNeeded = stream.isConfirmed && ![...this.#streams].some((each) => each !== stream && each.isConfirmed);
    if (isNeeded) {
      await stream.replaced.wait(keptMs, stream.ending.signal);
      // Messages from before the confirmation may still be on their way here.
      await unrefSleep(OVERLAP_MS, stream.ending.signal);
    }
    this.#end(stream);
  }

  /** Keeps a stream open while its reader leads. It ends when the stream is no longer needed, or there are none. */
  async #read(reader: Candidate): Promise<void> {
    const ending = new AbortController();
    const countsUntil = Number.POSITIVE_INFINITY;
    const stream: Stream = { reader, countsUntil, isConfirmed: false, ending, replaced: new Notice() };
    this.#streams.add(stream);
    let pauseMs = FIRST_REOPEN_MS;
    const listener = {
      onSubscribed: () => this.#confirmed(stream),
      onMessage: (payload: string, owner: string) => this.#audience.onMessage(payload, owner),
    };
    while (!ending.signal.aborted && !this.isUnsupported) {
      const openedAt = nowMs();
      const end = await stream.reader.follow(listener, ending.signal);
      stream.isConfirmed = false;
      if (end !== "ended") this.isUnsupported = true;
      this.#check();
      if (this.#candidates.size === 0) break;
      const wasSteady = nowMs() - openedAt > STEADY_MS;
      await unrefSleep(wasSteady ? 0 : pauseMs, ending.signal);
      pauseMs = wasSteady ? FIRST_REOPEN_MS : Math.min(2 * pauseMs, LONGEST_REOPEN_MS);
    }
    this.#streams.delete(stream);
    this.#check();
  }

  #confirmed(stream: Stream): void {
    if (!this.#streams.has(stream)) return;
    // Messages may have been missed, also if a stream was cut without a trace.
    if (!this.isLive) this.#wasLive = false;
    stream.isConfirmed = true;
    for (const other of this.#streams) {
      if (other === stream) continue;
      if (other.isConfirmed && nowMs() < other.countsUntil) void this.#replaces(stream, other);
      other.replaced.notify();
    }
    this.#check();
  }

  /**
   * The reader of the earlier stream ends it soon. If it does not, its invocation has ended, perhaps before the new
   * stream was confirmed, and messages may have been missed.
   */
  async #replaces(stream: Stream, earlier: Stream): Promise<void> {
    const since = nowMs();
    await unrefSleep(ENDS_MS, stream.ending.signal);
    if (!this.#streams.delete(earlier) || !this.isLive) return;
    this.#liveSince = since;
    this.#audience.onTurn(true);
  }

  /** Tells the audience if the stream has just become live, or has ended. */
  #check(): void {
    const isLive = this.isLive;
    if (isLive === this.#wasLive) {
      if (this.isUnsupported) this.#audience.onTurn(false);
      return;
    }
    this.#wasLive = isLive;
    if (isLive) this.#liveSince = nowMs();
    else this.#silentSince = nowMs();
    this.#audience.onTurn(isLive);
  }
}
