// Tests that run a program which a machine may lack. Where it is missing, they are skipped, and the run ends with a
// line that counts them. test/tools/programs has stand-ins for the simplest ones.
import type { TestOptions } from "vitest";
import { findProgram } from "./find-program.ts";

/** Returns the options of a test, or of a group of tests, that runs this program. */
export function needsProgram(name: string): TestOptions {
  return { skip: findProgram(name.toUpperCase(), [name]) === undefined, meta: { needs: name } };
}
