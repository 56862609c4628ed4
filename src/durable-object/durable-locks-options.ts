// The options of DurableLocks, checked where they are given.

import { type ClientOptions, resolveClientOptions } from "../client-options.ts";
import { InvalidOptionError } from "../errors.ts";
import type { ResolvedClientOptions } from "../hold/client-context.ts";
import {
  ACQUIRE_OPTIONS,
  type AcquireOptions,
  type ResolvedAcquireOptions,
  resolveAcquireOptions,
} from "../options.ts";
import { callable, knownMembers } from "../validate.ts";

export interface DurableLocksOptions extends Pick<ClientOptions, "redis" | "waitMs" | "pollMs" | "prefix" | "onEvent"> {
  /**
   * The lease, renewed at a third of it, in ms: 1,000 to 2,147,483,647, default 120,000. An alarm can come a minute
   * late: with less than 100,000 that can cost the lock.
   */
  leaseMs?: number | undefined;
  /** Told the name of a lock that was lost: its lease ended, or somebody took it. What it throws is ignored. */
  onLost?: ((name: string) => unknown) | undefined;
}

/**
 * Without `onUnreachable`: what an object asked for without an answer its alarm gives back, so it does not go on by
 * itself.
 */
export type DurableAcquireOptions = Omit<AcquireOptions, "onUnreachable">;

const KNOWN: readonly string[] = ACQUIRE_OPTIONS.filter((option) => option !== "onUnreachable");

/** Checks what was given to one acquire, and fills in the defaults. Throws INVALID_OPTION naming the option. */
export function resolveDurableAcquire(
  given: DurableAcquireOptions | undefined,
  { waitMs, leaseMs }: ResolvedClientOptions,
): ResolvedAcquireOptions {
  return resolveAcquireOptions(given, { waitMs, leaseMs, wait: "poll" }, KNOWN);
}

export interface ResolvedDurableLocks extends ResolvedClientOptions {
  readonly onLost: (name: string) => unknown;
}

const taken = new WeakSet<DurableObjectState>();

/** Checks the state of the object, which can have locks once. Throws INVALID_OPTION. */
export function checkState(ctx: DurableObjectState): void {
  if (typeof ctx?.storage?.sql?.exec !== "function") {
    throw new InvalidOptionError("ctx", "must be the state of a SQLite-backed Durable Object (new_sqlite_classes)");
  }
  if (taken.has(ctx)) {
    throw new InvalidOptionError("ctx", "has DurableLocks already: make them once, in the object's constructor");
  }
  taken.add(ctx);
}

/** Checks the options except `redis`, and fills in the defaults. Throws INVALID_OPTION naming the option. */
export function resolveDurableLocks(given: DurableLocksOptions): ResolvedDurableLocks {
  const known = ["redis", "leaseMs", "waitMs", "pollMs", "prefix", "onEvent", "onLost"];
  knownMembers("options", given, known, "redis");
  const { onLost = () => {}, leaseMs = 120_000, ...rest } = given;
  return { ...resolveClientOptions({ ...rest, leaseMs }), onLost: callable("onLost", onLost) };
}
