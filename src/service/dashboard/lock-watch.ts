// The locks that the page shows. SCAN finds them every 30 s. They are described once a second.

import { nowMs } from "../../base/clock.ts";
import type { ClientContext } from "../../lock/hold/client-context.ts";
import type { InspectedLock } from "../../lock/hold/lock-inspection.ts";
import { describeLocks, type ListedLock } from "../../lock/kinds/describe-locks.ts";
import { pageOfLocks } from "../../lock/kinds/list-locks.ts";
import { lockOfKind } from "../../lock/kinds/lock.ts";
import { reentrantKind } from "../../lock/kinds/reentrant-lock.ts";
import { commonPattern, coveredBy } from "../access/tokens.ts";
import { type Known, SharedLook } from "./shared-look.ts";

/** The held locks. */
export interface HeldLocks {
  readonly locks: readonly WatchedLock[];
  /** Whether locks may be missing: no scan has passed all keys yet, or there are too many locks. */
  readonly isPart: boolean;
}

/** A held lock, and the longest lease of its holder so far. */
export interface WatchedLock extends ListedLock {
  /** The longest lease that was seen of this holder, in ms. */
  readonly leaseMs: number;
}

const DESCRIBE_EVERY_MS = 1_000;
const SCAN_EVERY_MS = 30_000;
const MOST_LOCKS = 1_000;
// A Worker may send 50 requests per invocation on the smallest plan. The others describe locks.
const SCAN_BOUNDS = { requests: 30 };
/** A free lock stays known for this time, because it is likely to be acquired again. */
const FORGOTTEN_AFTER_MS = 60_000;
const MOST_INSPECTED = 20;
const MOST_NARROWER = 20;
/** A principal can narrow its tokens to any number of sets of names. */
const MOST_OF_PRINCIPAL = 5;
/** A watch that nobody has asked for this time may be replaced by another. */
const UNUSED_AFTER_MS = 60_000;
/** A watch that was full is considered full for this time. */
const FULL_FOR_MS = 600_000;

interface Seen {
  /** When it was last seen held, by the local clock. */
  readonly at: number;
  /** Who held it then. */
  readonly owner: string;
  /** The longest lease of this owner, in ms. */
  readonly leaseMs: number;
}

interface NarrowerWatch {
  readonly watch: LockWatch;
  /** The id of the principal that asked for it first. */
  readonly principal: string;
  readonly askedAt: number;
}

/** Watches the locks of one client, for all viewers in this isolate. */
export class LockWatch {
  readonly #client: ClientContext;
  /** The patterns of the names that it watches. */
  readonly #names: readonly string[];
  readonly #seen = new Map<string, Seen>();
  readonly #held: SharedLook<HeldLocks>;
  readonly #inspected = new Map<string, SharedLook<InspectedLock>>();
  #scanBegun = Number.NEGATIVE_INFINITY;
  /** Where the scan continues; undefined after its last page. */
  #cursor: string | undefined;
  /** Whether no scan has passed all keys yet, or too many locks were found. */
  #isPart = true;
  /** When too many locks were found, by the local clock. */
  #fullAt = Number.NEGATIVE_INFINITY;
  /** Watches of fewer names, the one that was asked for last at the end. */
  readonly #narrower = new Map<string, NarrowerWatch>();

  constructor(client: ClientContext, names: readonly string[] = ["*"]) {
    this.#client = client;
    this.#names = names;
    this.#held = new SharedLook(DESCRIBE_EVERY_MS, () => this.#describe());
  }

  /** Returns the held locks. Never throws: the result contains the error. */
  held(): Promise<Known<HeldLocks>> {
    return this.#held.look();
  }

  /** Returns the held locks as they were last seen, without a request. */
  known(): Known<HeldLocks> {
    return this.#held.known();
  }

  /** Whether there were too many locks lately. */
  get isFull(): boolean {
    return nowMs() - this.#fullAt < FULL_FOR_MS;
  }

  /**
   * Returns the watch of these names alone, for a viewer who may see no others; undefined while there are too many such
   * watches, or too many of this principal: each one scans the keys.
   */
  narrowedTo(names: readonly string[], viewer: string): LockWatch | undefined {
    const now = nowMs();
    const id = JSON.stringify([...names].sort());
    const { watch, principal } = this.#narrower.get(id) ?? this.#newNarrower(names, viewer, now) ?? {};
    if (watch === undefined || principal === undefined) return undefined;
    this.#narrower.delete(id);
    this.#narrower.set(id, { watch, principal, askedAt: now });
    return watch;
  }

  /** Makes room for another one, if there is any. */
  #newNarrower(names: readonly string[], principal: string, askedAt: number): NarrowerWatch | undefined {
    for (const [id, other] of this.#narrower) if (askedAt - other.askedAt >= UNUSED_AFTER_MS) this.#narrower.delete(id);
    const own = [...this.#narrower.values()].filter((other) => other.principal === principal);
    if (this.#narrower.size >= MOST_NARROWER || own.length >= MOST_OF_PRINCIPAL) return undefined;
    return { watch: new LockWatch(this.#client, names), principal, askedAt };
  }

  /** Describes one lock. Never throws: the result contains the error. */
  inspect(name: string): Promise<Known<InspectedLock>> {
    let look = this.#inspected.get(name);
    if (look === undefined) {
      look = new SharedLook(DESCRIBE_EVERY_MS, () => lockOfKind(this.#client, reentrantKind, name).inspect());
    } else this.#inspected.delete(name);
    this.#inspected.set(name, look);
    const [oldest] = this.#inspected.keys();
    if (this.#inspected.size > MOST_INSPECTED && oldest !== undefined) this.#inspected.delete(oldest);
    return look.look();
  }

  /** Makes the next viewer ask Redis again, because a viewer has freed this lock. */
  outdate(name: string): void {
    this.#held.outdate();
    this.#inspected.delete(name);
    for (const { watch } of this.#narrower.values()) watch.outdate(name);
  }

  async #describe(): Promise<HeldLocks> {
    await this.#scan();
    const described = await describeLocks(this.#client, [...this.#seen.keys()]);
    const now = nowMs();
    const locks = [...described.values()].map((lock) => {
      const { owner } = lock.holder;
      const seen = this.#seen.get(lock.name);
      const leaseMs = Math.max(lock.remainingMs, seen?.owner === owner ? seen.leaseMs : 0);
      this.#seen.set(lock.name, { at: now, owner, leaseMs });
      return { ...lock, leaseMs };
    });
    for (const [name, { at }] of this.#seen) if (now - at > FORGOTTEN_AFTER_MS) this.#seen.delete(name);
    return { locks, isPart: this.#isPart };
  }

  /** Continues the scan, or begins the next one if it is due. */
  async #scan(): Promise<void> {
    const now = nowMs();
    if (this.#cursor === undefined) {
      if (now - this.#scanBegun < SCAN_EVERY_MS) return;
      this.#scanBegun = now;
    }
    const limit = MOST_LOCKS - this.#seen.size;
    const options = { match: commonPattern(this.#names), cursor: this.#cursor, limit: Math.max(limit, 1) };
    const bounds = { ...SCAN_BOUNDS, isWanted: (name: string) => coveredBy(this.#names, name) };
    const page = await pageOfLocks(this.#client, options, bounds).catch((error: unknown) => {
      // Else nobody would pass the keys until it is time again, and no lock would be seen.
      if (options.cursor === undefined) this.#scanBegun = Number.NEGATIVE_INFINITY;
      throw error;
    });
    for (const { name, holder, remainingMs } of page.locks) {
      if (!this.#seen.has(name)) this.#seen.set(name, { at: now, owner: holder.owner, leaseMs: remainingMs });
    }
    const isFull = this.#seen.size >= MOST_LOCKS;
    this.#fullAt = isFull ? now : Number.NEGATIVE_INFINITY;
    this.#isPart = isFull || (page.cursor !== undefined && this.#isPart);
    // No further lock would be shown, so the scan ends here.
    this.#cursor = isFull ? undefined : page.cursor;
  }
}
