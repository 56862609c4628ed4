// A reporter of vitest for `.ci/run`: writes the errors that belong to no test, which the report in JSON leaves out.
// They are those of a run, and those of a group, whose hook failed after its tests had passed.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Reporter, SerializedError, TestModule, Vitest } from "vitest/node";

export default class ErrorReporter implements Reporter {
  #path: string | undefined;

  onInit({ config: { outputFile } }: Vitest): void {
    if (typeof outputFile === "object") this.#path = outputFile["json"];
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (this.#path === undefined) return;
    const ofGroups = modules.flatMap(({ relativeModuleId, children }) =>
      [...children.allSuites()].flatMap((suite) =>
        suite.errors().map((error) => `${relativeModuleId} > ${suite.fullName}: ${textOf(error)}`),
      ),
    );
    // `npm ci` may have removed the folder since the run began.
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(`${this.#path}.errors`, JSON.stringify([...ofGroups, ...errors.map(textOf)]));
  }
}

function textOf({ stack, message }: SerializedError): string {
  return stack ?? message;
}
