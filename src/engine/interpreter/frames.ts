// A call of a function of a script: where its variables are.
import type { Local } from "./syntax.ts";
import type { Value } from "./values.ts";

/** A variable that functions share. */
export interface Box {
  value: Value;
}

/** A call of a function of the script. */
export interface Frame {
  readonly slots: Value[];
  /** The own variables that inner functions use. */
  readonly boxes: Box[];
  /** The variables of outer functions. */
  readonly upvalues: readonly Box[];
  /** The values of `...`. */
  readonly rest: Value[];
  /** The line that called; 0 if none did. */
  readonly caller: number;
}

export type One = (frame: Frame) => Value;
export type Many = (frame: Frame) => Value[];

/** Returns a function that evaluates an expression and stores a value there. */
export type Setter = (frame: Frame) => (value: Value) => void;

export const NIL: One = () => undefined;

/** A call needs a new array each time, because the called function may keep it. */
export function listOf(values: readonly One[]): Many {
  const [first = NIL, second = NIL, third = NIL] = values;
  switch (values.length) {
    case 0:
      return () => [];
    case 1:
      return (frame) => [first(frame)];
    case 2:
      return (frame) => [first(frame), second(frame)];
    case 3:
      return (frame) => [first(frame), second(frame), third(frame)];
    default:
      return (frame) => {
        const list = new Array<Value>(values.length);
        for (let at = 0; at < values.length; at += 1) list[at] = values[at]?.(frame);
        return list;
      };
  }
}

export function readLocal({ slot, box }: Local): One {
  return box < 0 ? ({ slots }) => slots[slot] : ({ boxes }) => boxes[box]?.value;
}

export function writeLocal({ slot, box }: Local): (frame: Frame, value: Value) => void {
  if (box < 0) {
    return ({ slots }, value) => {
      slots[slot] = value;
    };
  }
  return ({ boxes }, value) => {
    const target = boxes[box];
    if (target !== undefined) target.value = value;
  };
}
