// The runtimes beside Node: programs of this machine, or of the folder `runners`.
import { BUN, DENO } from "./runners.ts";

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
    program: DENO,
    args: ["run", "--no-config", "--allow-net"],
  },
  { name: "Bun", variable: "BUN", program: BUN, args: ["run"] },
];
