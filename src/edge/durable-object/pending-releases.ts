// Pending releases of a Durable Object: repeated until Redis has confirmed each, by any instance of the object.
import { epochNowMs } from "../../base/clock.ts";
import type { HoldEnd } from "../../base/errors.ts";
import { type ClientContext, runAnswered } from "../../lock/hold/client-context.ts";
import { foundLost, releaseResult } from "../../lock/hold/held.ts";
import type { LockKind } from "../../lock/hold/kind.ts";
import { reentrantKind } from "../../lock/kinds/reentrant-lock.ts";
import { releaseCall } from "../../lock/lua/lock.ts";
import type { Ended } from "../../lock/protocol.ts";
import { idOf } from "./hold-columns.ts";
import type { HoldTable, StoredHold } from "./hold-table.ts";

// After a hold's last renewal Redis keeps it for a lease. This much later, nothing is left to release.
const BEYOND_LEASE_MS = 60_000;

export class PendingReleases {
  readonly #client: ClientContext;
  readonly #rows: HoldTable;
  readonly #isPending: (name: string) => boolean;
  /** Time of this instance's last attempt. */
  readonly #triedAt = new WeakMap<StoredHold, number>();

  /** `isPending`: returns whether an acquire of this instance is in flight. */
  constructor(client: ClientContext, rows: HoldTable, isPending: (name: string) => boolean) {
    this.#client = client;
    this.#rows = rows;
    this.#isPending = isPending;
  }

  /**
   * Returns the plain lock's kind, for holds that may release themselves, for example at the end of a scope. That
   * release is also stored before it is sent. Without an answer it is repeated here, and the lock is not renewed
   * without a holder.
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

  /**
   * Stores a release before it is sent. If the object ends in between, its next instance repeats the release, and does
   * not renew.
   */
  start(stored: StoredHold): StoredHold {
    const leaving: StoredHold = { ...stored, state: "leaving", since: epochNowMs() };
    this.#rows.put(leaving);
    return leaving;
  }

  /** Releases a hold. Without an answer it rejects, and the release is due again later. */
  async giveBack(stored: StoredHold): Promise<HoldEnd> {
    const leaving = stored.state === "leaving" ? stored : this.start(stored);
    const { hold, name, since } = leaving;
    this.#triedAt.set(leaving, epochNowMs());
    try {
      const { reply } = await runAnswered(this.#client, releaseCall(hold, false), hold.leaseMs, [
        "release the hold on",
        name,
      ]);
      this.#rows.delete(leaving);
      return reply.end;
    } catch (error) {
      if (epochNowMs() > since + hold.leaseMs + BEYOND_LEASE_MS) this.#rows.delete(leaving);
      throw error;
    }
  }

  /** Returns when the next release is due, epoch ms; Infinity: none. */
  nextAt(): number {
    return Math.min(...this.#rows.all().map((stored) => this.#dueAt(stored)), Number.POSITIVE_INFINITY);
  }

  /** Sends the releases that are due. Never rejects. */
  async onAlarm(): Promise<void> {
    const now = epochNowMs();
    const due = this.#rows.all().filter((stored) => this.#dueAt(stored) <= now);
    await Promise.all(due.map((stored) => this.giveBack(stored).catch(() => {})));
  }

  /**
   * Returns when a release is due. An unfinished acquire of an earlier instance is released, too, unless this instance
   * acquires it again in time.
   */
  #dueAt(stored: StoredHold): number {
    const { name, state, since, hold } = stored;
    if (state === "held") return Number.POSITIVE_INFINITY;
    // Not due, but an alarm must follow: this instance may end during a long wait.
    if (state === "acquiring" && this.#isPending(name)) return epochNowMs() + hold.leaseMs / 3;
    return (this.#triedAt.get(stored) ?? since) + Math.max(1_000, hold.leaseMs / 12);
  }
}
