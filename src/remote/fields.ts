// The members of bodies and answers.

/** The members of a body. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the members of a text; undefined: it is no JSON object. */
export function fieldsIn(text: string | undefined): Fields | undefined {
  try {
    const parsed: unknown = JSON.parse(text ?? "");
    return typeof parsed === "object" && parsed !== null ? { __proto__: null, ...parsed } : undefined;
  } catch {
    return undefined;
  }
}
