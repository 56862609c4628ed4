// `leasehound show`: one lock, its holders and its waiters.
import { epochNowMs } from "../../../base/clock.ts";
import { printable } from "../../../base/errors.ts";
import { shownMode } from "../../../lock/kinds/describe-locks.ts";
import { shortDuration } from "../duration.ts";
import { EXIT } from "../exit-code.ts";
import type { Output } from "../output.ts";
import type { LockState, Service } from "../service.ts";
import { table } from "../table.ts";
import { lockNamed, remarkPrefix } from "./lock-named.ts";
import { ageOf } from "./ls.ts";

/** Shows who holds a lock, and who waits for it. */
export async function show(service: Service, output: Output, name: string): Promise<number> {
  const found = await lockNamed(service, name);
  output.result(found, described(found));
  if (found.kind === "free") remarkPrefix(output, service, name);
  return EXIT.ok;
}

function described(lock: LockState): string {
  const paragraphs = [stateOf(lock)];
  if (lock.holders.length > 0) paragraphs.push(holdersOf(lock));
  if (lock.queue.length > 0) paragraphs.push(queueOf(lock));
  return paragraphs.join("\n\n");
}

function stateOf(lock: LockState): string {
  const { name, kind, remainingMs, queueLength, isolates, listeners } = lock;
  const shown = printable(JSON.stringify(name));
  const held = `held (${shownMode(lock)}), free in ${shortDuration(remainingMs)} unless it is renewed`;
  const state = `The lock ${shown} is ${kind === "free" ? "free" : held}.`;
  const waits = `${queueLength} in its queue, ${isolates} ${isolates === 1 ? "program" : "programs"} without a queue`;
  return `${state}\nWaiting: ${waits}. Connections that listen for its release: ${listeners}.`;
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
