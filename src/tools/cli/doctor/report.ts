// The findings of `doctor` and `prove` as a table.

import type { Finding } from "../../../engine/prove/finding.ts";
import { table } from "../table.ts";

/** Returns a table of findings: below each what it means, and what to do. */
export function findingsTable(findings: readonly Finding[]): string {
  const rows = findings.flatMap(({ check, health, found, means, advice }) => [
    [check, health, found],
    ...(means === undefined ? [] : [["", "", `   ${means}`]]),
    ...(advice === undefined ? [] : [["", "", `-> ${advice}`]]),
  ]);
  return table(["CHECK", "HEALTH", "FOUND"], rows);
}
