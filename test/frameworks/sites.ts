// The sites, each with its framework at work in it as its users have it: how it is built, checked and served.
import { resolve } from "node:path";

export interface Site {
  readonly name: string;
  /** Where it is built, packages and all. */
  readonly folder: string;
  /** Where it has what all sites share. */
  readonly lib: string;
  /** What Node is called with, one after the other. */
  readonly build: readonly (readonly string[])[];
  /** The same for its server, which finds HOST and PORT in its environment. */
  readonly start: readonly string[];
  /** What its server may say of errors that nobody handled. */
  readonly knownNoise?: RegExp;
}

const CHECK = ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."];
const NEXT = "node_modules/next/dist/bin/next";

export const SITES: readonly Site[] = [
  {
    ...place("next"),
    lib: "lib",
    // It checks types itself.
    build: [[NEXT, "build"]],
    start: [NEXT, "start", "-H", "127.0.0.1"],
  },
  {
    ...place("sveltekit"),
    lib: "src/lib",
    build: [["node_modules/vite/bin/vite.js", "build"], CHECK],
    start: ["build"],
  },
  {
    ...place("nitro"),
    lib: "lib",
    build: [["node_modules/nitro/dist/cli/index.mjs", "build"], CHECK],
    start: [".output/server/index.mjs"],
    // The HTTP server of Nitro 3.0.0 (srvx before 1.0) leaves it to the process to handle a body that breaks, and Nitro
    // logs that.
    knownNoise: /\[unhandledRejection\] LockError \[RESPONSE_TIMEOUT\]/g,
  },
];

function place(name: string): { readonly name: string; readonly folder: string } {
  // Outside node_modules, whose TypeScript Nitro leaves as it is.
  return { name, folder: resolve(".cache/frameworks", name) };
}

export function siteNamed(name: string): Site {
  const site = SITES.find((one) => one.name === name);
  if (site === undefined) throw new Error(`there is no site ${name}`);
  return site;
}
