// Prints the table of tests with each version of Redisson at the end. In a complete run, a cell without its test fails.
import type { Reporter, TestModule } from "vitest/node";
import { newest } from "./live/versions.ts";
import { type TestName, table } from "./table.ts";

// The mark of a test that did not run.
const MISSING = "?";
const NOTHING_RAN = /^(\|[^|]*){2}(\| (\?|–[^|]*) )+\|$/;
// Separators of groups, and of a group's title that continues.
const AFTER = [" > ", " and "];

export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const ran = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => {
        return { file: module.moduleId, name: test.fullName, state: test.result().state };
      }),
    );
    const versions = new Set(ran.flatMap(({ name }) => /Redisson (\d[\d.]*)/.exec(name)?.[1] ?? []));
    for (const version of versions) {
      const tests: TestName[] = [];
      let missing = 0;
      const mark = (cell: TestName): string => {
        const found = ran.find(({ file, name, state }) => {
          const isIts = file.endsWith(`/${cell.file}.test.ts`) && name.includes(`Redisson ${version}`);
          return isIts && AFTER.some((before) => name.endsWith(before + cell.test)) && state !== "skipped";
        });
        if (found === undefined) {
          missing += 1;
          return MISSING;
        }
        if (!tests.includes(cell)) tests.push(cell);
        return `${found.state === "passed" ? "✓" : "✗"} ${tests.indexOf(cell) + 1}`;
      };
      const lines = table(mark)
        .split("\n")
        .filter((line) => !NOTHING_RAN.test(line));
      console.log(`\nBeside Redisson ${version} (${MISSING}: not run):\n\n${lines.join("\n")}\n`);
      if (version !== newest) continue;
      console.log(tests.map(({ file, test }, nth) => `${nth + 1}. ${file}: ${test}`).join("\n"));
      if (process.env["COMPLETE"] !== undefined && missing > 0) {
        console.error(`${missing} cells of the table have a test that did not run with Redisson ${version}`);
        process.exitCode = 1;
      }
    }
  }
}
