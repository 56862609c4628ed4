// How long a server asks to be left alone.

/**
 * What a Retry-After header asks for, in ms; 0 when it asks for nothing readable. A date is counted from the answer's
 * own Date header: the local wall clock decides nothing here.
 */
export function retryAfterMs(headers: Headers): number {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1_000;
  const ms = Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
