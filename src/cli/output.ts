// What the command writes: results to standard output, all else to standard error; for people, or as JSON.
import { printable } from "../errors.ts";
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
    process.stdout.write(`${this.isJson ? JSON.stringify(value) : text}\n`);
  }

  /**
   * Writes a remark to standard error.
   * @param event its name, for programs
   * @param facts its facts, for programs
   * @param sentence for people
   */
  remark(event: string, facts: object, sentence: string): void {
    process.stderr.write(this.isJson ? `${JSON.stringify({ event, ...facts })}\n` : `leasehound: ${sentence}\n`);
  }

  /** Writes a failure to standard error: one sentence. */
  failure({ code, message }: CommandError): void {
    const text = this.isJson ? JSON.stringify({ error: { code, message } }) : `leasehound: ${printable(message)}`;
    process.stderr.write(`${text}\n`);
  }
}
