// Makes isolates of a text that was compiled once: each load has module state and globals of its own.
import { type Load, SHADOWED } from "./isolate.ts";

/** The parameters of the compiled text: a CommonJS module, and the globals of the world. */
export const PARAMETERS: readonly string[] = ["module", ...SHADOWED];

/** Returns a function that runs the text once for each isolate, and returns its exports. */
export function isolateLoader<Exports>(run: (...args: unknown[]) => unknown): Load<Exports> {
  return (globals) => {
    const module: { exports?: Exports } = {};
    run(module, ...SHADOWED.map((name) => globals[name]));
    if (module.exports === undefined) throw new Error("the text of an isolate exports nothing");
    return module.exports;
  };
}
