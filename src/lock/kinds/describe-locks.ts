// Describes locks by their names, about a hundred in one request.

import type { ClientContext } from "../hold/client-context.ts";
import type { CountedWaiters, HoldMode, Origin, WaitersUnknown } from "../hold/lock-inspection.ts";
import { hashTagOf, type LockName, lockName, ownerOfField } from "../keys.ts";
import { type SummaryReply, summariesCall } from "../lua/inspect.ts";
import type { Call } from "../protocol.ts";
import { runUntilAnswered } from "../retry.ts";
import { batchesOf } from "../watchdog/renewal-batches.ts";
import { tryTimeoutMs } from "../watchdog/renewal-plan.ts";

/**
 * A lock in a page of `listLocks`. `inspect()` returns more about it. Unlike `inspect()`, a list may count waiters that
 * died less than 160 s ago. Instants are epoch ms.
 */
export interface ListedLock extends CountedWaiters {
  /** The name, without the prefix. */
  readonly name: string;
  /** The kind as Redis stores it. Every exclusive lock but a light one is a "lock" there. */
  readonly kind: "lock" | "light" | "read-write";
  readonly mode: HoldMode;
  /** The time until it is free, unless it is renewed, in ms. */
  readonly remainingMs: number;
  /** How many holders it has. */
  readonly holderCount: number;
  /** The writer, or one of the holders. */
  readonly holder: {
    /** The owner: the `owner` of its hold. */
    readonly owner: string;
    /** The `label` that it gave; "" if none. */
    readonly label: string;
    /** When its hold began, in epoch ms by the clock of the holder; undefined when Redis does not know. */
    readonly since: number | undefined;
    readonly origin: Origin;
  };
}

/** Returns how a lock is held, for a table: its mode, or "light". */
export function shownMode<Mode>({ kind, mode }: { readonly kind: string; readonly mode: Mode }): Mode | "light" {
  return kind === "light" ? kind : mode;
}

/** Returns how many wait, for a table: "?" when nobody knows. */
export function shownWaiters({ waiters }: CountedWaiters): string {
  return waiters === "unknown" ? "?" : String(waiters);
}

/** The reasons why `waiters` is unknown, as texts. */
export const WHY_UNKNOWN: Readonly<Record<WaitersUnknown, string>> = {
  refused: "the database refuses PUBSUB NUMSUB",
  miscounted: "PUBSUB NUMSUB of this database counts some twice",
  polling: "callers poll a light lock, and leave no trace",
};

/** Sends one request of a list or a description, and repeats it until it is answered. */
export async function askOfLocks<Reply>(client: ClientContext, call: Call<Reply>): Promise<Reply> {
  const timeoutMs = tryTimeoutMs(client.options.leaseMs);
  return (await runUntilAnswered(client.driver, call, { timeoutMs, budgetMs: timeoutMs })).reply;
}

/**
 * Describes the locks of these names, about a hundred in each request.
 * @param client the client whose prefix precedes the names
 * @param names the names, without the prefix
 * @param ask sends a request; default `askOfLocks`
 * @returns the descriptions of the held locks, by name; other names are missing
 * @throws INVALID_OPTION when a name is wrong
 * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when a request to Redis fails
 */
export async function describeLocks(
  client: ClientContext,
  names: readonly string[],
  ask: <Reply>(call: Call<Reply>) => Promise<Reply> = (call) => askOfLocks(client, call),
): Promise<ReadonlyMap<string, ListedLock>> {
  const { prefix } = client.options;
  const locks = Array.from(new Set(names), (name) => lockName(prefix, name));
  const { isCluster } = client.driver;
  const batches = batchesOf(locks, ({ key }) => (isCluster ? hashTagOf(key) : ""), characters);
  const replies = await Promise.all(batches.map((batch) => summariesOf(batch, ask)));
  const asked = batches.flat();
  const found = new Map<string, ListedLock>();
  for (const [nth, reply] of replies.flat().entries()) {
    const name = asked[nth]?.name;
    if (name !== undefined && reply !== undefined) found.set(name, described(name, reply));
  }
  return found;
}

async function summariesOf(
  locks: readonly LockName[],
  ask: <Reply>(call: Call<Reply>) => Promise<Reply>,
): Promise<(SummaryReply | undefined)[]> {
  const keys = locks.map(({ key }) => key);
  const told: (SummaryReply | undefined)[] = [];
  // A reply has limited room, so the last descriptions may be missing.
  while (told.length < keys.length) told.push(...(await ask(summariesCall(keys.slice(told.length)))));
  return told;
}

/** Returns about how many characters a lock adds to a request: its key, and three keys that are derived from it. */
function characters({ key }: LockName): number {
  return 4 * key.length;
}

function described(name: string, reply: SummaryReply): ListedLock {
  const { mode, remainingMs, holderCount, holder, counted } = reply;
  const { field, label, since, origin } = holder;
  const isShared = mode === "read" || mode === "write";
  return {
    name,
    kind: mode === "light" ? mode : isShared ? "read-write" : "lock",
    mode: isShared ? mode : "exclusive",
    remainingMs,
    holderCount,
    holder: { owner: isShared ? ownerOfField(field) : field, label, since, origin },
    ...counted,
  };
}
