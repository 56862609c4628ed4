// The part of this package that each isolate of a simulation gets: one bundle, with the globals of its world.
import { createLocks } from "../../lock/create-locks.ts";

/** The exports of the text. */
export interface Library {
  readonly createLocks: typeof createLocks;
}

export { createLocks };
