// A client, as its locks see it.
import type { LockEvent } from "../events.ts";
import type { RedisPort } from "../redis/port.ts";
import type { Capabilities } from "./capabilities.ts";
import type { CloseRegistry } from "./close-registry.ts";

/** The checked options of a client, with their defaults. */
export interface ResolvedClientOptions {
  readonly leaseMs: number;
  readonly waitMs: number;
  readonly pollMs: number;
  readonly fairPatienceMs: number;
  readonly prefix: string;
  readonly label: string;
  readonly onEvent: ((event: LockEvent) => void) | undefined;
}

/** The state that all locks of one client share. */
export interface ClientContext extends Capabilities {
  readonly redis: RedisPort;
  readonly options: ResolvedClientOptions;
  readonly closeRegistry: CloseRegistry;
  /** Returns a new owner that nobody can guess: `<clientId>:<number>`, like Redisson's `<uuid>:<threadId>`. */
  newOwner(): string;
}
