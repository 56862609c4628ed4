import type { Deaf, Room } from "./room.ts";
import type { Watchdog } from "./watchdog.ts";

export interface Env {
  readonly UPSTASH_REDIS_REST_URL: string;
  readonly UPSTASH_REDIS_REST_TOKEN: string;
  readonly WATCHDOG: DurableObjectNamespace<Watchdog>;
  readonly ROOM: DurableObjectNamespace<Room>;
  readonly DEAF: DurableObjectNamespace<Deaf>;
  /** The lease of locks that are not handed off. */
  readonly LEASE_MS: string;
}
