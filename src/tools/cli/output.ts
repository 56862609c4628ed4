// The output of the command: results to standard output, all else to standard error, for people or as JSON. Both escape
// foreign texts that a terminal would interpret.
import { printable } from "../../base/errors.ts";
import type { CommandError } from "./exit-code.ts";

/** Writes for people, or, with `--json`, one JSON value per line. */
export class Output {
  readonly isJson: boolean;

  constructor(isJson: boolean) {
    this.isJson = isJson;
  }

  /**
   * Writes a result to standard output.
   * @param value for programs
   * @param text for people, without the last line break
   */
  result(value: unknown, text: string): void {
    process.stdout.write(`${this.isJson ? json(value) : text.split("\n").map(printable).join("\n")}\n`);
  }

  /**
   * Writes a remark to standard error.
   * @param event its name, for programs
   * @param facts its facts, for programs
   * @param sentence for people
   */
  remark(event: string, facts: object, sentence: string): void {
    const text = this.isJson ? json({ event, ...facts }) : `leasehound: ${printable(sentence)}`;
    process.stderr.write(`${text}\n`);
  }

  /** Writes a failure to standard error: one sentence. */
  failure({ code, message }: CommandError): void {
    const text = this.isJson ? json({ error: { code, message } }) : `leasehound: ${printable(message)}`;
    process.stderr.write(`${text}\n`);
  }
}

/** Returns JSON on one line. Its escapes are those of JSON, so the value stays the same. */
function json(value: unknown): string {
  return printable(JSON.stringify(value));
}
