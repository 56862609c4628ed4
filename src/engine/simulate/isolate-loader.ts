// Loads this package's locks from one text. Each load has module state and globals of its own.
import { type Load, SHADOWED } from "../simulation/isolate.ts";
import type { Library } from "./library.ts";
import { LIBRARY_TEXT } from "./library-text.ts";

/** Returns a function that runs the text once for each isolate. */
export function isolateLoader(): Load<Library> {
  const run = new Function("module", ...SHADOWED, LIBRARY_TEXT);
  return (globals) => {
    const module: { exports?: Library } = {};
    run(module, ...SHADOWED.map((name) => globals[name]));
    if (module.exports === undefined) throw new Error("the library exports nothing");
    return module.exports;
  };
}
