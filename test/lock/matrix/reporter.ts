// A reporter of vitest that prints the matrix of kinds and transports from the results of a run. It fails the run if a
// cell has no test that passed, and is not listed as untested.
import type { Reporter, TestModule } from "vitest/node";
import { table } from "../../../scripts/bench/table.ts";
import { TRANSPORTS, type Transport, UNTESTED } from "./transports.ts";

/** The results of one cell. */
interface Cell {
  passed: number;
  failed: number;
  skipped: number;
}

type Rows = ReadonlyMap<string, ReadonlyMap<Transport, Cell>>;

export default class MatrixReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = rowsOf(modules);
    const empty = emptyCells(rows);
    console.log(`\nEach cell: tests that passed, + those that do not apply there.\n\n${matrix(rows)}\n`);
    for (const { transport, rows: pattern, reason } of UNTESTED) {
      console.log(`- ${transport}, ${[...rows.keys()].filter((row) => pattern.test(row)).join("; ")}: ${reason}`);
    }
    if (rows.size > 0 && empty.length === 0) return;
    for (const cell of empty) console.error(`no test passed: ${cell}`);
    if (rows.size === 0) console.error("no test of the matrix ran");
    process.exitCode = 1;
  }
}

function rowsOf(modules: readonly TestModule[]): Rows {
  const rows = new Map<string, Map<Transport, Cell>>();
  for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
    const { row, transport } = test.meta();
    if (row === undefined || transport === undefined) continue;
    const cells = rows.get(row) ?? new Map<Transport, Cell>();
    const cell = cells.get(transport) ?? { passed: 0, failed: 0, skipped: 0 };
    rows.set(row, cells.set(transport, cell));
    const { state } = test.result();
    // A test that did not run has not passed.
    cell[state === "pending" ? "failed" : state] += 1;
  }
  return rows;
}

function matrix(rows: Rows): string {
  const lines = [...rows].map(([row, cells]) => [row, ...TRANSPORTS.map((transport) => text(row, transport, cells))]);
  return table(["", ...TRANSPORTS], lines);
}

function text(row: string, transport: Transport, cells: ReadonlyMap<Transport, Cell>): string {
  const { passed, failed, skipped } = cells.get(transport) ?? { passed: 0, failed: 0, skipped: 0 };
  if (passed + failed === 0) return isUntested(row, transport) ? "–" : "EMPTY";
  return `${passed}${skipped > 0 ? ` + ${skipped}` : ""}${failed > 0 ? `, ${failed} FAILED` : ""}`;
}

function emptyCells(rows: Rows): string[] {
  return [...rows].flatMap(([row, cells]) =>
    TRANSPORTS.filter((transport) => (cells.get(transport)?.passed ?? 0) === 0 && !isUntested(row, transport)).map(
      (transport) => `${row} over ${transport}`,
    ),
  );
}

function isUntested(row: string, transport: Transport): boolean {
  return UNTESTED.some((untested) => untested.transport === transport && untested.rows.test(row));
}
