// The lines of this isolate, by the channel of their lock: who hears of its releases, and by which stream.
import { nowMs } from "../../base/clock.ts";
import { endsWithInvocation } from "../../base/invocation.ts";
import { sweepTwo } from "../../base/sweep.ts";
import { settledWithin } from "../../base/timers.ts";
import type { ReleaseChannel } from "../protocol.ts";
import { type Audience, Election } from "./election.ts";
import type { Handed, Passes } from "./handed.ts";
import { type Happened, step } from "./line.ts";
import {
  ABANDONED_MS,
  type Hearing,
  idleOf,
  isAbandoned,
  isOver,
  type Line,
  livingOf,
  newLine,
  passableOf,
  toBeAdded,
  type Waiting,
} from "./line-state.ts";
import { type Lots, lotsOf } from "./lots.ts";
import type { Mailbox } from "./mailbox.ts";
import { isOfQueue } from "./wait-terms.ts";

// How many waiters are asked for a sign of life: the others may have been cut, too.
const MOST_ASKED = 10;
// A waiter that lives answers within one turn.
const ANSWER_MS = 5;
// The limit of streams for channels of locks in one isolate or process, for all clients: each takes a connection, and
// hundreds of KB in some runtimes. Beyond it, waiters for further locks poll, and more seldom than usual, because many
// are waiting. Waiters that stand share the stream of the mailbox.
const MOST_STREAMS = 32;
// Standing waiters have a line for each prefix, because they have a mailbox for each.
const STANDING = "|stands ";

const lines = new Map<string, IsolateLine>();
/** Those whose own channel may have a stream. */
const following = new Set<IsolateLine>();

/** The loop of a waiter, as its line sees it. */
export interface WaiterLoop {
  /** Makes it ask again what it does. */
  notify(): void;
  /** Returns its request for a holder here, who adds it to the list when it releases. Undefined: it cannot stand. */
  standBy(): StandBy | undefined;
  /** A release of this isolate names it: it waits for the reply. */
  named(): NextInLine;
}

/** The request of a waiter that a holder of its isolate adds to the list. */
export interface StandBy {
  readonly request: string;
  /** Records that Redis has freed the lock, and so added it. */
  readonly added: () => void;
}

/** The waiter to which a release of this isolate may grant the lock. */
export interface NextInLine {
  readonly owner: string;
  readonly label: string;
  /** The lease that it asks for. */
  readonly leaseMs: number;
  /** Its standing request, which a grant takes out of the list; "": it has none. */
  readonly request: string;
  /**
   * Tells what the release came to. `answer`: it holds the lock; undefined: that is not known. Resolves with false if
   * the lock must be given back: its invocation was cut.
   */
  grant(answer?: Handed["answer"], passes?: Passes): Promise<boolean>;
}

/** The line of one channel in this isolate. */
export class IsolateLine implements Audience {
  readonly line: Line;
  readonly mailbox: Mailbox | undefined;
  /** Those who follow the channel of the lock. */
  readonly election: Election = new Election(this);
  /** Returns whether another stream may be opened for its channel. */
  readonly mayFollow: () => boolean;
  readonly #onEmpty: () => void;
  readonly #loops = new WeakMap<Waiting, WaiterLoop>();
  readonly #asking = new Set<(who: Waiting) => void>();
  /** How many waiters have entered, and not left; and when the last one entered. */
  #entered = 0;
  #enteredAt = Number.NEGATIVE_INFINITY;

  /** `mailbox`: that of its waiters, if they stand. */
  constructor(
    channel: ReleaseChannel,
    mailbox: Mailbox | undefined,
    mayFollow: (line: IsolateLine) => boolean,
    onEmpty: () => void,
    lots?: Lots,
  ) {
    this.mailbox = mailbox;
    this.mayFollow = () => mayFollow(this);
    this.#onEmpty = onEmpty;
    const hasList = mailbox !== undefined && !isOfQueue(channel);
    this.line = newLine({ channel, hasList, mayBeCut: endsWithInvocation(), hearing: this.hearing, lots });
  }

  /** The stream that its waiters depend on. */
  get hearing(): Election & Hearing {
    return this.mailbox?.election ?? this.election;
  }

  /** Adds the loop of a waiter. */
  enter(who: Waiting, loop: WaiterLoop): void {
    this.#loops.set(who, loop);
    this.#entered += 1;
    this.#enteredAt = nowMs();
  }

  /** Records what happened, and makes the waiters ask again that it concerns. */
  happened(what: Happened): void {
    const wasIn = "who" in what && !isOver(what.who);
    const changed = step(this.line, what, nowMs());
    for (const who of changed) this.#loops.get(who)?.notify();
    if (what.is === "seen") for (const onSign of this.#asking) onSign(what.who);
    if (wasIn && isOver(what.who)) this.#entered -= 1;
    if (this.#entered === 0) this.#onEmpty();
  }

  onTurn(isLive: boolean): void {
    if (isLive) this.happened({ is: "channel open" });
    else for (const who of this.line.waiters) this.#loops.get(who)?.notify();
  }

  onMessage(payload: string, owner: string): void {
    this.happened({ is: "published", payload, owner });
  }

  /** Returns whether a message since this instant would have arrived, and none did. */
  wasSilentSince(instant: number): boolean {
    return this.hearing.wasLiveSince(instant) && this.line.messageAt < instant;
  }

  /** All waiters were cut, or have left. */
  get isAbandoned(): boolean {
    const now = nowMs();
    // Some may not have joined: their first attempt is under way.
    if (this.#entered > 0 && (!this.line.mayBeCut || now - this.#enteredAt < ABANDONED_MS)) return false;
    return this.line.waiters.every((who) => isAbandoned(this.line, who, now));
  }

  /** Resolves with whether a waiter in line, which lives and does not attempt, needs no more than `permits`. */
  async isInLine(permits: number): Promise<boolean> {
    const now = nowMs();
    // A woken one that pauses for its lot is still in line.
    const inLine =
      this.line.lots === undefined
        ? idleOf(this.line, now)
        : livingOf(this.line, now).filter(({ phase }) => phase !== "trying");
    return (await this.#firstThatLives(inLine.filter((who) => who.permits <= permits))) !== undefined;
  }

  /** Names the waiter to which a release here may grant the lock. Undefined: nobody here waits for that. */
  async names(): Promise<NextInLine | undefined> {
    const next = await this.#firstThatLives(passableOf(this.line, nowMs()));
    if (next === undefined || !passableOf(this.line, nowMs()).includes(next)) return undefined;
    return this.#loops.get(next)?.named();
  }

  /** Returns the request of the first that lives, if the head does not stand yet: a holder here adds it to the list. */
  async nextToStand(): Promise<StandBy | undefined> {
    const next = await this.#firstThatLives(toBeAdded(this.line, nowMs()));
    return next && this.#loops.get(next)?.standBy();
  }

  /**
   * Resolves with the first of these that lives. In a Worker, an invocation that was cut leaves its waiter behind: it
   * gives no sign of life.
   */
  async #firstThatLives(waiters: readonly Waiting[]): Promise<Waiting | undefined> {
    const [first] = waiters;
    if (first === undefined || !this.line.mayBeCut) return first;
    const asked = waiters.slice(0, MOST_ASKED);
    const living = new Set<Waiting>();
    const answered = new Promise<void>((resolve) => {
      const onSign = (who: Waiting): void => {
        living.add(who);
        if (who !== first) return;
        this.#asking.delete(onSign);
        resolve();
      };
      this.#asking.add(onSign);
    });
    for (const who of asked) this.#loops.get(who)?.notify();
    await settledWithin(answered, ANSWER_MS);
    return asked.find((who) => living.has(who));
  }
}

/** Names the waiter of this isolate to which a release may grant the lock; undefined: there is none. */
export async function nameNext(channel: string, database: string, prefix: string): Promise<NextInLine | undefined> {
  const id = lineId(channel, database);
  return (lines.get(standingId(id, prefix)) ?? lines.get(id))?.names();
}

/** Returns the request of a waiter of this isolate that does not stand yet: a holder here adds it to the list. */
export async function nextToStand(channel: string, database: string, prefix: string): Promise<StandBy | undefined> {
  return lines.get(standingId(lineId(channel, database), prefix))?.nextToStand();
}

export function lineId(channel: string, database: string): string {
  return `${channel}|${database}`;
}

/** Returns the id of the line for a channel of those that stand, with this prefix. */
export function standingId(id: string, prefix: string): string {
  return `${id}${STANDING}${prefix}`;
}

/** Returns the line with this id, if there is one. */
export function knownLine(id: string): IsolateLine | undefined {
  return lines.get(id);
}

export function lineOf(id: string, channel: ReleaseChannel, mailbox: Mailbox | undefined): IsolateLine {
  const known = lines.get(id);
  if (known?.hearing.isUnsupported === false) return known;
  // Cut waiters cannot leave.
  sweepTwo(lines, (line) => line.isAbandoned);
  const onEmpty = (): void => {
    // A swept line may end late, when a new one has its place.
    if (lines.get(id) === line) lines.delete(id);
    following.delete(line);
  };
  const lots = channel.drawsLots && lotsOf(id);
  const line = new IsolateLine(channel, mailbox, mayFollow, onEmpty, lots || undefined);
  lines.set(id, line);
  return line;
}

function mayFollow(line: IsolateLine): boolean {
  if (!following.has(line) && hasRoom()) following.add(line);
  return following.has(line);
}

/** Returns whether another stream may be opened for a channel of a lock. */
export function hasRoom(): boolean {
  if (following.size < MOST_STREAMS) return true;
  for (const line of following) {
    if (line.election.leader === undefined || line.isAbandoned) following.delete(line);
  }
  return following.size < MOST_STREAMS;
}
