// Starts holder.ts: a process that holds a lock until it is killed.
import { type StartedProcess, startNode } from "./child-process.ts";
import type { Endpoint } from "./rest.ts";

interface HolderOptions {
  readonly leaseMs: number;
  /** Default: the plain lock. */
  readonly kind?: string;
  /** Lets the process exit when it has no more work. */
  readonly leaves?: boolean;
}

/** Returns at once. The first line that the process prints is the owner: the process then holds the lock. */
export function startHolder(
  { url, token }: Endpoint,
  name: string,
  { leaseMs, kind = "plain", leaves = false }: HolderOptions,
): StartedProcess {
  return startNode(["test/support/holder.ts", url, token, name, leaseMs, leaves ? "leave" : "stay", kind]);
}
