// Until when a client believes in a grant, by its own clock alone.
import type { WithoutGrant } from "./guards.ts";
import type { Isolate, Mail } from "./world.ts";

/**
 * Redis' clock is now at most that of the last answer, plus the time since its request was sent. So a message that is
 * late, or arrives twice, is believed for less.
 * @param now on the common clock, as the result
 * @param clock what the clock of this isolate shows then
 */
export function validUntil(
  { at, ms }: Extract<Mail, { kind: "granted" }>,
  { anchor }: Isolate,
  { now, clock, without }: { readonly now: number; readonly clock: number; readonly without: WithoutGrant },
): number {
  const fromArrival = now + ms;
  if (without.has("valid-by-redis")) return fromArrival;
  if (without.has("own-clock")) return now + (at + ms - clock);
  if (anchor === undefined) return without.has("needs-anchor") ? fromArrival : now;
  const byRedis = anchor.sentAt + (at + ms - anchor.redis);
  return without.has("bound-by-arrival") ? byRedis : Math.min(byRedis, fromArrival);
}
