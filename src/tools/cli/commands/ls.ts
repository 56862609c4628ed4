// `leasehound ls`: the locks that are held.
import { epochNowMs } from "../../../base/clock.ts";
import { shownMode, shownWaiters } from "../../../lock/kinds/describe-locks.ts";
import { inOrder, type Order } from "../../../lock/kinds/lock-order.ts";
import { shortDuration } from "../duration.ts";
import { EXIT } from "../exit-code.ts";
import type { Output } from "../output.ts";
import type { HeldLock, Service } from "../service.ts";
import { shortened, table } from "../table.ts";
import { meantBy, remarkPrefix } from "./lock-named.ts";

const HEAD = ["NAME", "MODE", "HELD", "LEFT", "HOLDERS", "WAITERS", "LABEL", "OWNER"];
const LONGEST_NAME = 60;
const LONGEST_LABEL = 40;

/** The options of `ls` on the command line. */
export interface LsFlags {
  readonly sort: Order;
}

/** Lists the locks whose names match the pattern, in the order of `--sort`. */
export async function ls(
  service: Service,
  output: Output,
  pattern: string | undefined,
  { sort }: LsFlags,
): Promise<number> {
  const locks = inOrder(await service.list(pattern), sort);
  output.result(locks, locks.length === 0 ? nothing(service, pattern) : table(HEAD, locks.map(cellsOf)));
  if (locks.length === 0 && pattern !== undefined) remarkPrefix(output, service, pattern);
  return EXIT.ok;
}

/** Says that nothing was found. Suggests to search for a part of a name. */
function nothing(service: Service, pattern: string | undefined): string {
  const found = pattern === undefined ? "No lock is held." : `No held lock matches ${JSON.stringify(pattern)}.`;
  const isWhole = pattern !== undefined && !pattern.includes("*") && meantBy(service, pattern) === undefined;
  const advice = isWhole ? ` Try ${JSON.stringify(`${pattern}*`)}.` : "";
  // Without a prefix, each text of the application would have to be read.
  const unlisted = service.prefix === "" ? "Light locks, semaphores and latches" : "Semaphores and latches";
  return `${found}${advice} ${unlisted} are not listed.`;
}

function cellsOf(lock: HeldLock): string[] {
  const { name, remainingMs, holderCount, holder } = lock;
  const { label, owner, origin } = holder;
  return [
    shortened(name, LONGEST_NAME),
    shownMode(lock),
    ageOf(holder),
    shortDuration(remainingMs),
    String(holderCount),
    shownWaiters(lock),
    shortened(label, LONGEST_LABEL),
    origin === "redisson" ? `${owner} (Java)` : owner,
  ];
}

/** Returns for how long a holder has held its lock: "?" when Redis does not know. */
export function ageOf({ since }: { readonly since?: number | undefined }): string {
  return since === undefined ? "?" : shortDuration(epochNowMs() - since);
}
