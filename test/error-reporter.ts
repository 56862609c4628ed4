// A reporter of vitest for `.ci/run`: writes the errors that belong to no test, which the report in JSON leaves out.
import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule, Vitest } from "vitest/node";

export default class ErrorReporter implements Reporter {
  #path: string | undefined;

  onInit({ config: { outputFile } }: Vitest): void {
    if (typeof outputFile === "object") this.#path = outputFile["json"];
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (this.#path === undefined) return;
    writeFileSync(`${this.#path}.errors`, JSON.stringify(errors.map(({ stack, message }) => stack ?? message)));
  }
}
