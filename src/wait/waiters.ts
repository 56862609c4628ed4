// The waiters for one lock in one isolate, behind one event stream. In a Worker each may be another invocation, and none can read
// the stream of another, nor be told that another was cut: so the stream belongs to one of them, the leader, and is handed on when
// that leaves; and one who hears nothing of its leader for a while takes its place. Waking another invocation is a promise
// that is resolved.
import { Schedule } from "./schedule.ts";
import type { Waiter } from "./waiter.ts";

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

/** How following a channel ended: it may be tried again later, or never: this channel was refused, or the store has no streams. */
export type StreamEnd = "ended" | "refused" | "unsupported";

/** Follows a channel until `signal` aborts, or it ends by itself. Never rejects. */
export type Follow = (listener: ChannelListener, signal: AbortSignal) => Promise<StreamEnd>;

/** The waiters of one channel. Instants are on the monotonic clock. */
export class Waiters {
  readonly #members: Waiter[] = [];
  readonly #onEmpty: () => void;
  leader: Waiter | undefined;
  /** The last sign of life of the leader. */
  ledAt: number = Number.NEGATIVE_INFINITY;
  /** The stream is confirmed: messages come. */
  isLive = false;
  /** There is none to be had. */
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
    this.#forgetGone();
    this.#members.push(waiter);
    if (this.leader === undefined) this.lead(waiter);
  }

  /** All were cut, or have left. */
  get isGone(): boolean {
    return this.#members.every((waiter) => waiter.isGone);
  }

  /** `takenForMs`: with the lock, which may be free by itself after so long. */
  leave(waiter: Waiter, takenForMs?: number): void {
    const at = this.#members.indexOf(waiter);
    if (at === -1) return;
    this.#members.splice(at, 1);
    if (takenForMs !== undefined) this.#taken(takenForMs, waiter.shared);
    // Who came last stays longest: each time the stream moves, it costs a SUBSCRIBE and a try.
    const youngest = this.#living.at(-1) ?? this.#members[0];
    if (youngest === undefined) this.#onEmpty();
    else if (this.leader === waiter) this.lead(youngest);
  }

  /** Of those here nobody is known to come before it; others may have left the queue since. */
  comesFirst({ position }: Waiter): boolean {
    return this.#members.every((member) => member.position >= position || member.isGone);
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
    if (isLive && this.schedule !== undefined) this.wakeOne();
    else if (isLive) this.#first?.wake();
    for (const waiter of this.#members) waiter.ring();
  }

  told(payload: string, owner: string): void {
    this.#forgetGone();
    if (this.schedule === undefined) this.#wakeOwner(owner);
    else if (payload === "0") this.wakeOne();
    else for (const waiter of this.#members) this.#wake(waiter);
  }

  /**
   * A release wakes one waiter: of many tries all but one would be refused. The leader gives way to another, since the stream would
   * have to move with it, but not for longer than a poll.
   */
  wakeOne(): void {
    const asleep = this.#living.filter((waiter) => !waiter.isAwake);
    const idle = asleep.filter((waiter) => !waiter.isTrying);
    const [first, second] = idle.length === 0 ? asleep : idle;
    this.#wake((first === this.leader && first?.givesWay === true ? second : undefined) ?? first);
    // It lives, since it has heard the message: it sees to it that somebody tries.
    this.leader?.ring();
  }

  get #living(): Waiter[] {
    return this.#members.filter(({ isGone }) => !isGone);
  }

  get #first(): Waiter | undefined {
    return this.#living.find((waiter) => this.comesFirst(waiter));
  }

  #forgetGone(): void {
    for (const waiter of this.#members.filter(({ isGone }) => isGone)) this.leave(waiter);
  }

  #taken(ms: number, shared: boolean): void {
    this.schedule?.tries();
    for (const waiter of this.#members) {
      // Who may have it at the same time gets in as well; for others it may be free by itself then. Each has its own schedule, or the one
      // they share.
      if (shared && waiter.shared) waiter.wake();
      else waiter.freeIn(ms);
    }
    this.#first?.ring();
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
