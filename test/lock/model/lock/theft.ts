// A theft: an acquire that ends the holds of others, and takes their lock.
import { endByTheft, epochOfTheft } from "./ends.ts";
import type { Without } from "./guards.ts";
import { free, type Redis, remaining } from "./redis.ts";

/** Ends all holds. The page of each owner that had some remembers it. */
export function takeAway(redis: Redis, now: number, thief: number, beyond: number, without: Without): void {
  const life = remaining(redis, now) + beyond;
  for (const [owner, count] of redis.counts.entries()) {
    if (count === 0) continue;
    const page = redis.pages[owner];
    const told = page?.end !== "" && page?.end !== "+" && !without.has("theft-keeps-end") ? page?.end : undefined;
    redis.pages[owner] = {
      epoch: epochOfTheft(thief),
      end: told ?? endByTheft(thief),
      until: Math.max(page?.until ?? 0, now + life),
    };
  }
  free(redis);
}
