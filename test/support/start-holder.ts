// Starts holder.ts: a process that holds a lock until it is killed.
import { type StartedProcess, startNode } from "./child-process.ts";
import type { Endpoint } from "./rest.ts";

interface HolderOptions {
  readonly leaseMs: number;
  /** Default: the plain lock. */
  readonly kind?: string;
  /** What the process does then: see holder.ts. Default: it stays. */
  readonly afterwards?: "stay" | "leave" | "release";
}

/** Returns at once. The first line that the process prints is the owner: the process then holds the lock. */
export function startHolder(
  { url, token }: Endpoint,
  name: string,
  { leaseMs, kind = "plain", afterwards = "stay" }: HolderOptions,
): StartedProcess {
  return startNode(["test/support/holder.ts", url, token, name, leaseMs, afterwards, kind]);
}
