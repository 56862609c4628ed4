/**
 * Returns all texts of an error that any print may show: each own member, enumerable or not, and those of its causes.
 */
export function everyText(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== "object" || value === null || seen.has(value)) return String(value);
  seen.add(value);
  const members = Reflect.ownKeys(value).map((name) => `${String(name)}: ${everyText(Reflect.get(value, name), seen)}`);
  return [value instanceof Error ? String(value) : "", JSON.stringify(value), ...members].join("\n");
}
