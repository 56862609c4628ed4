// A package of the fault table.
import type { OpenLocker } from "./locker.ts";

export type SubjectId =
  | "lock"
  | "fencedLock"
  | "upstash-lock"
  | "redlock"
  | "redis-semaphore"
  | "redlock-universal"
  | "verrou"
  | "effect-distributed-lock";

export interface Subject {
  readonly id: SubjectId;
  /** With its version, where it is another's. */
  readonly title: string;
  readonly over: "HTTP" | "TCP";
  readonly isOurs: boolean;
  readonly load: () => Promise<OpenLocker>;
}
