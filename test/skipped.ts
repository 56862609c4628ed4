// The line at the end of a run that says what this machine cannot test.
import type { TestModule } from "vitest/node";
import { FILES_BY_NEED, hasRedis } from "./redis-files.ts";

declare module "vitest" {
  interface TaskMeta {
    /** What the test needs, and this machine may lack. */
    needs?: string;
  }
}

/** Says in one line how many tests were skipped, by what they need. Undefined: none was. */
export function skippedHere(modules: readonly TestModule[]): string | undefined {
  const skipped = modules.flatMap(({ children }) => [...children.allTests("skipped")]);
  const needs = skipped.map((test) => test.meta().needs).filter((need) => need !== undefined);
  const files = new Map(hasRedis ? [] : Object.entries(FILES_BY_NEED).map(([need, { length }]) => [need, length]));
  const sum = [...files.values()].reduce((all, length) => all + length, 0);
  if (needs.length + sum === 0) return undefined;
  const each = [...new Set([...files.keys(), ...needs])].map((need) => {
    const tests = needs.filter((other) => other === need).length;
    return `${need} (${counted(files.get(need) ?? 0, tests)})`;
  });
  const where = hasRedis ? "" : "No redis-server here: the tests ran on the engine. ";
  return `${where}Skipped: ${counted(sum, needs.length)}, which need ${each.join("; ")}`;
}

function counted(files: number, tests: number): string {
  const parts = [
    [files, "file"],
    [tests, "test"],
  ] as const;
  const known = parts.filter(([count]) => count > 0);
  return known.map(([count, word]) => `${count} ${word}${count === 1 ? "" : "s"}`).join(", ");
}
