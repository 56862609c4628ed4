// "leasehound/lock": the plain lock alone, for bundles that need no other kind. All else is as in "leasehound".
import { PlainLocks } from "../client.ts";
import type { LocksOptions } from "../options.ts";

export * from "../index.ts";

/** The plain locks of one database. */
export interface Locks extends Pick<PlainLocks, keyof PlainLocks> {}

/**
 * Plain locks in one Redis database, over HTTP. Sends nothing by itself.
 * @param options as of createLocks of "leasehound"
 * @throws INVALID_OPTION naming the option
 */
export function createLocks(options: LocksOptions): Locks {
  return new PlainLocks(options);
}
