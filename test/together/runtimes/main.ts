// npm run test:full -- runtimes [-- OPTIONS OF VITEST]
// The package in every Node that it promises, in Deno and in Bun, and locks without a server in the runners of tests.
import { runVitest } from "../../support/run-vitest.ts";
import { RUNTIMES } from "./runtimes.ts";

for (const { name, variable, program } of RUNTIMES) {
  if (program === undefined)
    console.log(`skipped: the tests in ${name} need it: install it, or name its program in ${variable}`);
}
await runVitest("test/together/runtimes/vitest.config.ts", process.argv.slice(2));
