// The matrix of kinds and transports: which tests belong to which cell. test/lock/matrix/ prints it from the results.
import { describe } from "vitest";
import type { Transport } from "../matrix/transports.ts";

declare module "vitest" {
  interface TaskMeta {
    /** The row of the matrix. */
    row?: string;
    /** The column of the matrix. */
    transport?: Transport;
  }
}

/** Registers tests whose clients all use this transport. */
export function over(transport: Transport, register: () => void | Promise<void>): void {
  describe(`over ${transport}`, { meta: { transport } }, register);
}

/**
 * Registers the tests of one row.
 *
 * @param isWhole false: some kinds leave their tests to another run, so that nothing is counted
 */
export function row(name: string, isWhole: boolean, register: () => void): void {
  if (isWhole) describe.concurrent(name, { meta: { row: name } }, register);
  else register();
}
