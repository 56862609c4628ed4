// The KEYS or ARGV of a script, as its contract states them, for example "lock, owner_state, [record], (standing, flag)*":
// names in order; in brackets what may be missing; in parentheses what may come any number of times.

/** A part of a signature. */
export type Part =
  | { readonly kind: "one"; readonly name: string }
  | { readonly kind: "optional" | "many"; readonly parts: readonly Part[] };

export class Signature {
  readonly parts: readonly Part[];

  /** @throws for a text of another form */
  constructor(text: string) {
    const words = text.match(/[\w]+|[[\](),]|\*|\S/g) ?? [];
    this.parts = partsOf(words, "");
    if (words.length > 0) throw new Error(`"${text}" is no list of names: ${words.join(" ")}`);
  }

  /** Returns the place of a name, from 1. Undefined: it has no certain place, or there is no such name. */
  placeOf(name: string): number | undefined {
    const places = placesIn(this.parts);
    const at = places.indexOf(name);
    return at === -1 ? undefined : at + 1;
  }
}

/** Takes the words up to `end`. */
function partsOf(words: string[], end: string): Part[] {
  const parts: Part[] = [];
  while (words.length > 0 && words[0] !== end) {
    if (parts.length > 0 && words.shift() !== ",") throw new Error('a "," must stand between names');
    parts.push(partOf(words));
  }
  return parts;
}

function partOf(words: string[]): Part {
  const word = words.shift() ?? "";
  if (word === "[") return { kind: "optional", parts: closed(words, "]") };
  if (word === "(") {
    const parts = closed(words, ")");
    if (words.shift() !== "*") throw new Error('a "*" must follow ")"');
    return { kind: "many", parts };
  }
  if (/^\w+$/.test(word)) return { kind: "one", name: word };
  throw new Error(`"${word}" is no name`);
}

function closed(words: string[], end: string): Part[] {
  const parts = partsOf(words, end);
  if (words.shift() !== end) throw new Error(`"${end}" is missing`);
  return parts;
}

/** Returns the names whose place is certain, in order. */
function placesIn(parts: readonly Part[]): string[] {
  const names: string[] = [];
  for (const part of parts) {
    if (part.kind === "one") names.push(part.name);
    else {
      // What follows has no certain place.
      if (part.kind === "optional") names.push(...placesIn(part.parts));
      return names;
    }
  }
  return names;
}
