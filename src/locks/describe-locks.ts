// Describes held locks by name, up to a hundred of them in one request.
import type { ClientContext } from "../hold/client-context.ts";
import type { HoldMode, Origin } from "../hold/lock-inspection.ts";
import { lockName, ownerOfField } from "../keys.ts";
import { type SummaryReply, summariesCall } from "../lua/inspect/list-calls.ts";
import type { Call } from "../redis/port.ts";
import { runUntilAnswered } from "../redis/retry.ts";
import { batchesOf } from "../watchdog/renewal-batches.ts";
import { tryTimeoutMs } from "../watchdog/renewal-plan.ts";

/** A lock in a page of `listLocks`. `inspect()` tells more. Instants are epoch ms. */
export interface ListedLock {
  /** The name, without the prefix. */
  readonly name: string;
  /** What Redis has under the name. Every exclusive lock is a "lock" there. */
  readonly kind: "lock" | "read-write";
  readonly mode: HoldMode;
  /** The time until it is free, unless it is renewed, in ms. */
  readonly remainingMs: number;
  /** How many holders it has. */
  readonly holderCount: number;
  /** How many waiters the queue of a fair lock has. */
  readonly queueLength: number;
  /** How many isolates wait for a plain lock with streams, as far as Redis knows. */
  readonly isolates: number;
  /** The writer, or one of the holders. */
  readonly holder: {
    /** The owner: the `owner` of its hold. */
    readonly owner: string;
    /** The `label` that it gave; "" if none. */
    readonly label: string;
    /** Since when it holds the lock, in epoch ms by the clock of the holder; undefined when Redis does not know. */
    readonly since: number | undefined;
    readonly origin: Origin;
  };
}

/** Returns how many wait for a lock, as far as Redis knows: in the queue of a fair lock, or isolates. */
export function waitersOf({ queueLength, isolates }: Pick<ListedLock, "queueLength" | "isolates">): number {
  return queueLength + isolates;
}

/**
 * Describes those of the locks that are held. The others are missing in the result.
 * @param onRequest called before each request
 */
export async function describeLocks(
  client: ClientContext,
  names: readonly string[],
  onRequest: () => void = () => {},
): Promise<ReadonlyMap<string, ListedLock>> {
  const described = new Map<string, ListedLock>();
  const locks = names.map((name) => lockName(client.options.prefix, name));
  const batches = batchesOf(
    locks,
    () => "",
    // It is sent with three keys of its own.
    ({ key }) => 4 * key.length,
  );
  await Promise.all(
    batches.map(async (batch) => {
      let left = batch;
      // One reply may not have room for all. Each has at least one.
      while (left.length > 0) {
        onRequest();
        const told = await answerOf(client, summariesCall(left.map(({ key }) => key)));
        for (const [nth, { name }] of left.slice(0, told.length).entries()) {
          const found = told[nth];
          if (found !== undefined) described.set(name, listed(name, found));
        }
        left = left.slice(told.length);
      }
    }),
  );
  return described;
}

/** Returns the answer of Redis, asked again until it comes or a sixth of a lease has passed. */
export async function answerOf<Reply>({ options, redis }: ClientContext, call: Call<Reply>): Promise<Reply> {
  const timeoutMs = tryTimeoutMs(options.leaseMs);
  return (await runUntilAnswered(redis, call, { timeoutMs, budgetMs: timeoutMs })).reply;
}

function listed(name: string, found: SummaryReply): ListedLock {
  const { mode, remainingMs, holderCount, queueLength, isolates, holder } = found;
  const { field, label, since, origin } = holder;
  return {
    name,
    kind: mode === "plain" ? "lock" : "read-write",
    mode: mode === "plain" ? "exclusive" : mode,
    ...{ remainingMs, holderCount, queueLength, isolates },
    holder: { owner: mode === "plain" ? field : ownerOfField(field), label, since, origin },
  };
}
