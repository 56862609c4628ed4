// JSON without loss: numbers in a request keep their digits, and 64-bit integers in a reply keep all of theirs.

// Both parts are in Node since version 21; TypeScript's library does not describe them yet.
declare global {
  interface JSON {
    parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
    rawJSON(text: string): object;
  }
}

/** Parses a request body. Numbers and booleans become the text of the body, which Redis gets. */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_key, value, context) => {
    return typeof value === "number" || typeof value === "boolean" ? context.source : value;
  });
}

/** `JSON.stringify` that writes a bigint as a plain JSON number. */
export function stringifyJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    return typeof item === "bigint" ? JSON.rawJSON(item.toString()) : item;
  });
}
