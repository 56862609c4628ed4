// The output of `npm start`: scenes with a heading, a drawing that grows while the scene plays, checks, and a verdict.
// Without a terminal, and with NO_COLOR, there are no colours.
import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

export class Screen {
  readonly #startMs = performance.now();
  #drawn = 0;
  #scenes = 0;
  #kept = 0;
  readonly broken: string[] = [];

  print(text: string, style?: Style): void {
    console.log(style === undefined ? text : styleText(style, text));
  }

  /** Prints the heading of a scene. `claim`: the promise that it shows. */
  scene(title: string, claim: string): void {
    this.#scenes += 1;
    this.print(`\n${this.#scenes}. ${title}`, "bold");
    this.print(`   ${claim}\n`, "dim");
  }

  /** Draws lines in place of those drawn last. Where the output is no terminal, only the last drawing is printed. */
  draw(lines: readonly string[], isLast: boolean): void {
    const isTerminal = process.stdout.isTTY === true;
    if (!isTerminal && !isLast) return;
    if (this.#drawn > 0) process.stdout.write(`\u001b[${this.#drawn}A\u001b[0J`);
    for (const line of lines) this.print(`   ${line}`);
    this.#drawn = isTerminal && !isLast ? lines.length : 0;
  }

  check(holds: boolean, promise: string): void {
    this.print(`   ${holds ? styleText("green", "✓") : styleText("red", "✗")} ${promise}`);
    if (holds) this.#kept += 1;
    else this.broken.push(promise);
  }

  verdict(): void {
    const seconds = Math.round((performance.now() - this.#startMs) / 1_000);
    const all = this.#kept + this.broken.length;
    if (this.broken.length === 0) this.print(`\n${all} checks passed in ${seconds} s`, ["bold", "green"]);
    else this.print(`\n${this.broken.length} of ${all} checks failed:\n  ${this.broken.join("\n  ")}`, ["bold", "red"]);
  }
}
