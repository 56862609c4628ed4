// Reads how long a server asks clients to wait.

/**
 * Returns the pause that a Retry-After header asks for, in ms; 0 if there is none or it is unreadable. A date counts
 * from the answer's own Date header, never from the local wall clock.
 */
export function retryAfterMs(headers: Headers): number {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1_000;
  const ms = Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
