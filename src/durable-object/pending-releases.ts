// Holds of a Durable Object on their way out: given back until Redis has confirmed it, by whichever instance of the
// object.
import { runAnswered } from "../hold/ask.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { LockKind } from "../hold/kind.ts";
import { foundLost, type ReleaseResult, releaseResult } from "../hold/release-result.ts";
import { reentrantKind } from "../locks/reentrant-lock.ts";
import type { Ended } from "../lua/call.ts";
import { releaseCall } from "../lua/lock/calls.ts";
import { idOf } from "./hold-columns.ts";
import type { HoldTable, StoredHold } from "./hold-table.ts";

// After a hold's last renewal Redis keeps it for a lease; a while later there is nothing left to give back.
const BEYOND_LEASE_MS = 60_000;

export class PendingReleases {
  readonly #client: ClientContext;
  readonly #rows: HoldTable;
  readonly #isPending: (name: string) => boolean;
  /** When this instance tried last. */
  readonly #triedAt = new WeakMap<StoredHold, number>();

  /** `isPending`: an acquire of this instance is under way. */
  constructor(client: ClientContext, rows: HoldTable, isPending: (name: string) => boolean) {
    this.#client = client;
    this.#rows = rows;
    this.#isPending = isPending;
  }

  /**
   * The plain lock, whose holds may be released by themselves, as on leaving a scope. That is stored before it is sent,
   * too: not answered, it goes on here, instead of being renewed with nobody to believe in it.
   */
  kind(on: {
    onRelease: (stored: StoredHold) => void;
    onAnswer: (stored: StoredHold, lost: boolean) => void;
  }): LockKind {
    const release: LockKind["release"] = (hold, first, releaseId) => {
      const id = idOf(hold);
      const stored = this.#rows.get(id);
      if (stored?.state === "held") on.onRelease(stored);
      const call = releaseCall(hold, first, releaseId);
      const decode = (reply: unknown): Ended => {
        const ended = call.decode(reply);
        const answered = this.#rows.get(id);
        if (answered !== undefined) on.onAnswer(answered, foundLost(releaseResult(ended.end)));
        return ended;
      };
      return { ...call, decode };
    };
    return { ...reentrantKind, release };
  }

  /** Stored before anything is sent: an object that ends in between goes on giving back, and renews no more. */
  start(stored: StoredHold): StoredHold {
    const leaving: StoredHold = { ...stored, state: "leaving", since: Date.now() };
    this.#rows.put(leaving);
    return leaving;
  }

  /** Not answered, it rejects, and the hold is due again a while later. */
  async giveBack(stored: StoredHold): Promise<ReleaseResult> {
    const leaving = stored.state === "leaving" ? stored : this.start(stored);
    const { hold, since } = leaving;
    this.#triedAt.set(leaving, Date.now());
    try {
      const { reply } = await runAnswered(this.#client, releaseCall(hold, false), hold.leaseMs);
      this.#rows.delete(leaving);
      return releaseResult(reply.end);
    } catch (error) {
      if (Date.now() > since + hold.leaseMs + BEYOND_LEASE_MS) this.#rows.delete(leaving);
      throw error;
    }
  }

  /** When something is due next, epoch ms; Infinity: nothing is. */
  nextAt(): number {
    return Math.min(...this.#rows.all().map((stored) => this.#dueAt(stored)), Number.POSITIVE_INFINITY);
  }

  /** Gives back what is due. Never rejects. */
  async onAlarm(): Promise<void> {
    const now = Date.now();
    const due = this.#rows.all().filter((stored) => this.#dueAt(stored) <= now);
    await Promise.all(due.map((stored) => this.giveBack(stored).catch(() => {})));
  }

  /** What an earlier instance was about to acquire is given back too, unless this one asks for it again in time. */
  #dueAt(stored: StoredHold): number {
    const { name, state, since, hold } = stored;
    if (state === "held") return Number.POSITIVE_INFINITY;
    // Not due, but an alarm has to follow: this instance may end in the middle of a long wait.
    if (state === "acquiring" && this.#isPending(name)) return Date.now() + hold.leaseMs / 3;
    return (this.#triedAt.get(stored) ?? since) + Math.max(1_000, hold.leaseMs / 12);
  }
}
