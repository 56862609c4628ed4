// Tells callers their quotas in the headers RateLimit-Policy and RateLimit, by draft-ietf-httpapi-ratelimit-headers.
import type { Context } from "hono";

/** The unit of a quota for what a caller has at once. Without a unit, a quota counts requests. */
export const AT_ONCE = "concurrent-requests";

export interface Quota {
  /** Its name: lower-case letters and hyphens. */
  readonly policy: string;
  readonly limit: number;
  readonly unit?: string;
  /** The period that the limit is for, s. */
  readonly periodS?: number | undefined;
  /** What is left. Undefined: not known. */
  readonly remaining?: number | undefined;
  /** When all of it is available again, s from now. */
  readonly resetS?: number | undefined;
}

/** Adds the headers about one quota to the response. */
export function tellQuota(c: Context, { policy, limit, unit, periodS, remaining, resetS }: Quota): void {
  const parts = [`"${policy}"`, `q=${limit}`];
  if (unit !== undefined) parts.push(`qu="${unit}"`);
  if (periodS !== undefined) parts.push(`w=${periodS}`);
  c.header("ratelimit-policy", parts.join(";"), { append: true });
  if (remaining === undefined) return;
  const reset = resetS === undefined ? "" : `;t=${resetS}`;
  c.header("ratelimit", `"${policy}";r=${remaining}${reset}`, { append: true });
}
