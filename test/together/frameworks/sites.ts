// The sites, each with a real framework: how it is built, checked and served.
import { resolve } from "node:path";

export interface Site {
  readonly name: string;
  /** The folder of its build and packages. */
  readonly folder: string;
  /** The folder for the files that all sites share. */
  readonly lib: string;
  /** The arguments of Node, one call after the other. */
  readonly build: readonly (readonly string[])[];
  /** The same for its server, which finds HOST and PORT in its environment. */
  readonly start: readonly string[];
  /** Output about unhandled errors that is expected of its server. */
  readonly knownNoise?: RegExp;
}

const CHECK = ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."];
const NEXT = "node_modules/next/dist/bin/next";

export const SITES: readonly Site[] = [
  {
    ...place("next"),
    lib: "lib",
    // Next.js checks types itself.
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
    // The HTTP server of Nitro 3.0.0 (srvx before 1.0) leaves a broken body to the process, and Nitro logs it.
    knownNoise: /\[unhandledRejection\] ResponseTimeoutError:/g,
  },
];

function place(name: string): { readonly name: string; readonly folder: string } {
  // Outside node_modules, where Nitro does not compile TypeScript.
  return { name, folder: resolve(".cache/frameworks", name) };
}

export function siteNamed(name: string): Site {
  const site = SITES.find((one) => one.name === name);
  if (site === undefined) throw new Error(`there is no site ${name}`);
  return site;
}
