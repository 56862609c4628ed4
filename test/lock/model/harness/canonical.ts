/** Returns a value as JSON in which the members of each object are sorted. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
