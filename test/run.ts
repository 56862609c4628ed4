// `npm test`, `npm run test:all`, `npm run test:full`: node test/run.ts <run> [house or file …] [options of vitest].
import { existsSync } from "node:fs";
import { runVitest } from "./support/run-vitest.ts";

const [run = "", ...words] = process.argv.slice(2);

/** A house is named without its folder; vitest takes a part of a path. */
const filters = words.map((word) => (/^\w+$/.test(word) && existsSync(`test/${word}`) ? `test/${word}/` : word));

await runVitest("test/all.config.ts", filters, { TESTS: run, ...(run === "full" ? { EXHAUSTIVE: "1" } : {}) });
