// The argument of a simulated program.
import type { Locks } from "../../lock/create-locks.ts";
import type { Store, StoreValues } from "./store.ts";

/** Everything that a program may use: its locks, its store, its time and its random numbers. */
export interface Simulated<Values extends StoreValues> {
  /** The locks of this isolate: a client of its own, as of `createLocks`. After a crash, the isolate gets a new one. */
  readonly locks: Locks;
  /** The data that the locks protect: a small database, which all isolates share. */
  readonly store: Store<Values>;
  /**
   * Marks a point of the program, such as a call of another service: the report names it, and the isolate may stop or
   * crash there.
   * @param what text for the report: 1 to 200 characters
   * @returns a promise that resolves some milliseconds later
   * @example
   * await simulated.step("charge the card");
   */
  step(what: string): Promise<void>;
  /**
   * Pauses the program.
   * @param ms how long, in ms of the simulation: 0 to 2,147,483,647
   * @example
   * await simulated.sleep(60_000);
   */
  sleep(ms: number): Promise<void>;
  /** Returns the wall clock of the isolate, epoch ms. Clocks of isolates differ by up to two seconds. */
  now(): number;
  /** Returns a random number from 0 to 1, exclusive. The seed decides it. */
  random(): number;
  /** The number of the isolate: 1 is the first. */
  readonly isolate: number;
}

/** The code under test. Its result is ignored. */
export type Program<Values extends StoreValues> = (simulated: Simulated<Values>) => PromiseLike<unknown>;
