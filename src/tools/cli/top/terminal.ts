// The terminal of `leasehound top`: its other screen, and its keys.

const OTHER_SCREEN = "\u001b[?1049h\u001b[?25l";
const FIRST_SCREEN = "\u001b[?25h\u001b[?1049l";
const HOME = "\u001b[H";
const END_OF_LINE = "\u001b[K";
const REST = "\u001b[J";
const ESCAPE = "\u001b";
/** One key: a sequence of a special key, or a character. */
const KEY = new RegExp(`${ESCAPE}(?:\\[[0-9;]*[A-Za-z~]|O[A-Z])?|.`, "gsu");
const KEYS: Readonly<Record<string, string>> = {
  "\u001b[A": "up",
  "\u001bOA": "up",
  "\u001b[B": "down",
  "\u001bOB": "down",
  "\u001b": "escape",
  "\r": "enter",
  "\n": "enter",
  "\u007f": "backspace",
  "\b": "backspace",
};

type Draw = (columns: number, lines: number) => readonly string[];

export class Terminal {
  #last: Draw | undefined;
  readonly #onKey: (key: string) => void;
  readonly #onData = (text: string): void => this.#read(text);
  readonly #onResize = (): void => this.#paint();

  /** @param onKey gets a character, or "up", "down", "enter", "escape" or "backspace" */
  constructor(onKey: (key: string) => void) {
    this.#onKey = onKey;
    process.stdin.setRawMode(true).setEncoding("utf8").on("data", this.#onData).resume();
    process.stdout.write(OTHER_SCREEN);
    process.stdout.on("resize", this.#onResize);
  }

  /** Draws now, and again when the size changes. */
  write(draw: Draw): void {
    this.#last = draw;
    this.#paint();
  }

  /** Gives the terminal back as it was. */
  restore(): void {
    this.#last = undefined;
    process.stdout.off("resize", this.#onResize);
    process.stdin.off("data", this.#onData).setRawMode(false).pause();
    process.stdout.write(FIRST_SCREEN);
  }

  #paint(): void {
    const { columns = 80, rows = 24 } = process.stdout;
    const lines = this.#last?.(columns, rows);
    if (lines !== undefined) process.stdout.write(HOME + lines.join(`${END_OF_LINE}\n`) + END_OF_LINE + REST);
  }

  #read(text: string): void {
    // Several keys may arrive together. Other keys, such as "left", mean nothing here.
    for (const [key] of text.matchAll(KEY)) {
      const name = KEYS[key] ?? key;
      if (!name.startsWith(ESCAPE)) this.#onKey(name);
    }
  }
}
