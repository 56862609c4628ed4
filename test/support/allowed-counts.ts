// How many KEYS or ARGV a signature allows.
import type { Part, Signature } from "../../scripts/lua/signature.ts";

/** Returns whether a call may pass so many. */
export function allows({ parts }: Signature, count: number): boolean {
  return lengths(parts, count).has(count);
}

/** Returns how many words the parts may be, up to `most`. */
function lengths(parts: readonly Part[], most: number): ReadonlySet<number> {
  let found = new Set([0]);
  for (const part of parts) {
    const of = part.kind === "one" ? new Set([1]) : lengths(part.parts, most);
    const next = new Set<number>(part.kind === "one" ? [] : found);
    const more = [...found];
    for (const length of more) {
      for (const each of of) {
        const sum = length + each;
        if (sum > most || next.has(sum)) continue;
        next.add(sum);
        if (part.kind === "many") more.push(sum);
      }
    }
    found = next;
  }
  return found;
}
