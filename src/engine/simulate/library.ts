// What an isolate of a simulation has of this package: one bundle, whose globals are those of its world.
import { createLocks } from "../../lock/create-locks.ts";

/** What the text exports. */
export interface Library {
  readonly createLocks: typeof createLocks;
}

export { createLocks };
