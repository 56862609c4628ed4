// `leasehound show`: one lock, its holders and its waiters.
import { epochNowMs } from "../../../base/clock.ts";
import { printable } from "../../../base/errors.ts";
import { shownMode, WHY_UNKNOWN } from "../../../lock/kinds/describe-locks.ts";
import { shortDuration } from "../duration.ts";
import { EXIT } from "../exit-code.ts";
import type { Output } from "../output.ts";
import type { LockState, Service } from "../service.ts";
import { table } from "../table.ts";
import { heldInstead, lockNamed, remarkPrefix } from "./lock-named.ts";
import { ageOf } from "./ls.ts";

/** Shows who holds a lock, and who waits for it. */
export async function show(service: Service, output: Output, name: string): Promise<number> {
  const found = await lockNamed(service, name);
  const isFree = found.kind === "free";
  output.result(found, described(found, isFree ? await heldInstead(service, name) : undefined));
  if (isFree) remarkPrefix(output, service, name);
  return EXIT.ok;
}

/** @param heldInstead a lock that is held, which the user may mean */
function described(lock: LockState, heldInstead: string | undefined): string {
  const paragraphs = [stateOf(lock, heldInstead)];
  if (lock.holders.length > 0) paragraphs.push(holdersOf(lock));
  if (lock.queue.length > 0) paragraphs.push(queueOf(lock));
  return paragraphs.join("\n\n");
}

function stateOf(lock: LockState, heldInstead: string | undefined): string {
  const { name, kind } = lock;
  const other = heldInstead === undefined ? "" : `, but ${JSON.stringify(heldInstead)} is held`;
  const state = `The lock ${printable(JSON.stringify(name))} is ${kind === "free" ? `free${other}` : heldUntil(lock)}.`;
  return `${state}\nWaiting: ${waitersOf(lock)}.`;
}

function waitersOf({ waiters, waitersUnknownBecause, queueLength }: LockState): string {
  if (waitersUnknownBecause !== undefined) return `unknown, because ${WHY_UNKNOWN[waitersUnknownBecause]}`;
  return queueLength > 0 ? `${waiters} in its queue` : String(waiters);
}

/** A renewal is due after a third of the lease, so half of what is left is never too short a wait for it. */
function heldUntil(lock: LockState): string {
  const [end, half] = [lock.remainingMs, lock.remainingMs / 2].map(shortDuration);
  return `held (${shownMode(lock)}), free in ${end} unless it is renewed. A holder that renews does so within ${half}`;
}

/** Returns the table of the holders. */
export function holdersOf({ holders, holderCount }: LockState): string {
  const rows = holders.map((holder) => [
    holder.mode,
    ageOf(holder),
    sinceOf(holder),
    shortDuration(holder.remainingMs),
    String(holder.holds),
    holder.label,
    holder.origin === "redisson" ? `${holder.owner} (Java)` : holder.owner,
    holder.handedOffUntil === undefined ? "" : handedOff(holder.handedOffUntil),
  ]);
  const more = holderCount > holders.length ? `\nand ${holderCount - holders.length} more holders` : "";
  return table(["MODE", "HELD", "SINCE", "LEFT", "HOLDS", "LABEL", "OWNER", "WATCHDOG"], rows) + more;
}

/** Returns the instant of the grant in UTC, to the second. */
function sinceOf({ since }: LockState["holders"][number]): string {
  return since === undefined ? "?" : new Date(since).toISOString().replace(/\.\d+/, "");
}

function handedOff(until: number | "unknown"): string {
  return until === "unknown" ? "does not answer" : `keeps it for ${shortDuration(until - epochNowMs())}`;
}

function queueOf({ queue, queueLength }: LockState): string {
  const rows = queue.map(({ position, mode, label, silentMs, owner, origin }) => [
    String(position),
    mode,
    silentMs === undefined ? "?" : `${shortDuration(silentMs)} ago`,
    label ?? "",
    origin === "redisson" ? `${owner} (Java)` : owner,
  ]);
  const more = queueLength > queue.length ? `\nand ${queueLength - queue.length} more waiters` : "";
  return table(["WAITER", "MODE", "LAST TRIED", "LABEL", "OWNER"], rows) + more;
}
