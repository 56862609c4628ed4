// Tables for people: columns padded to their widest cell.
import { printable } from "../../base/errors.ts";

/** Returns rows as lines of padded columns. Cells may contain foreign text, which is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const escaped = [head, ...rows.map((row) => row.map(printable))];
  const widths = head.map((_, at) => Math.max(...escaped.map((row) => row[at]?.length ?? 0)));
  const lines = escaped.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** Shortens a text to so many characters. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
