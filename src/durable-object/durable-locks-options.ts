// The options of DurableLocks, checked where they are given.
import {
  callable,
  knownMembers,
  type LocksOptions,
  type ResolvedLocksOptions,
  resolveLocksOptions,
} from "../options.ts";

export interface DurableLocksOptions extends Pick<LocksOptions, "redis" | "waitMs" | "pollMs" | "prefix" | "onEvent"> {
  /**
   * The lease, renewed at a third of it, in ms: 1,000 to 2,147,483,647, default 120,000. An alarm can come a minute late: with
   * less than 100,000 that can cost the lock.
   */
  leaseMs?: number | undefined;
  /** Told the name of a lock that was lost: its lease ended, or somebody took it. What it throws is ignored. */
  onLost?: ((name: string) => unknown) | undefined;
}

export interface ResolvedDurableLocks extends ResolvedLocksOptions {
  readonly onLost: (name: string) => unknown;
}

/** Checks the options except `redis`, and fills in the defaults. Throws INVALID_OPTION naming the option. */
export function resolveDurableLocks(given: DurableLocksOptions): ResolvedDurableLocks {
  const known = ["redis", "leaseMs", "waitMs", "pollMs", "prefix", "onEvent", "onLost"];
  knownMembers("options", given, known);
  const { onLost = () => {}, leaseMs = 120_000, ...rest } = given;
  return { ...resolveLocksOptions({ ...rest, leaseMs }), onLost: callable("onLost", onLost) };
}
