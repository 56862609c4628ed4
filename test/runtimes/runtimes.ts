// The runtimes beside Node: programs of this machine.
import { findProgram } from "../support/find-program.ts";

export interface Runtime {
  readonly name: string;
  /** The environment variable that names its program. */
  readonly variable: string;
  readonly program: string | undefined;
  /** Its arguments before the module. */
  readonly args: readonly string[];
}

export const RUNTIMES: readonly Runtime[] = [
  {
    name: "Deno",
    variable: "DENO",
    program: findProgram("DENO", ["deno"]),
    args: ["run", "--no-config", "--allow-net"],
  },
  { name: "Bun", variable: "BUN", program: findProgram("BUN", ["bun"]), args: ["run"] },
];
