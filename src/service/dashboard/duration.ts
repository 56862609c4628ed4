// Formats durations and instants for the page.

const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
  ["s", 1],
] as const;

/** Formats a duration by its two largest units: "3 s", "2 min 5 s". */
export function duration(ms: number): string {
  let seconds = Math.max(0, Math.round(ms / 1_000));
  const parts: string[] = [];
  for (const [unit, length] of UNITS) {
    const count = Math.floor(seconds / length);
    seconds -= count * length;
    if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
  }
  return parts.length === 0 ? "0 s" : parts.join(" ");
}

/** Returns the time of day in UTC, to the second. The page has UTC alone, as most logs have: "12:03:05 UTC". */
export function clock(at: number): string {
  return `${new Date(at).toISOString().slice(11, 19)} UTC`;
}

/** Returns an instant in UTC, to the second. */
export function utc(at: number): string {
  return new Date(at).toISOString().replace("T", " ").replace(/\..*/, " UTC");
}
