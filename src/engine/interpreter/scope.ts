// The variables of a function while it is parsed.
import type { Capture, Local } from "./syntax.ts";

export class Scope {
  readonly outer: Scope | undefined;
  readonly captures: Capture[] = [];
  isVararg = false;
  /** How many loops surround the statement. */
  loops = 0;
  /** The most variables at any time. */
  slots = 0;
  #boxes = 0;
  readonly #locals: Local[] = [];
  readonly #upvalues = new Map<string, number>();

  constructor(outer?: Scope) {
    this.outer = outer;
  }

  declare(name: string): Local {
    const local: Local = { name, slot: this.#locals.length, box: -1 };
    this.slots = Math.max(this.slots, this.#locals.push(local));
    return local;
  }

  /** Runs `body`, and removes the variables that it has declared. */
  block<T>(body: () => T): T {
    const outside = this.#locals.length;
    const result = body();
    this.#locals.length = outside;
    return result;
  }

  local(name: string): Local | undefined {
    for (let at = this.#locals.length - 1; at >= 0; at -= 1) {
      const local = this.#locals[at];
      if (local?.name === name) return local;
    }
    return undefined;
  }

  /** Returns the index among `captures` of an outer function's variable. */
  upvalue(name: string): number | undefined {
    const known = this.#upvalues.get(name);
    if (known !== undefined) return known;
    const capture = this.outer?.capture(name);
    if (capture === undefined) return undefined;
    const index = this.captures.push(capture) - 1;
    this.#upvalues.set(name, index);
    return index;
  }

  /** Returns how a function inside this one captures a variable. */
  capture(name: string): Capture | undefined {
    const local = this.local(name);
    if (local !== undefined) {
      if (local.box < 0) {
        local.box = this.#boxes;
        this.#boxes += 1;
      }
      return { isLocal: true, index: local.box };
    }
    const index = this.upvalue(name);
    return index === undefined ? undefined : { isLocal: false, index };
  }
}
