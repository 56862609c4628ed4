// Tells how to reach a gateway.
import type { Gateway } from "./index.ts";

export function forPrograms({ url, token, redisUrl }: Gateway): string {
  return JSON.stringify({ url, token, redis: redisUrl });
}

/** Formats text that can be pasted into a shell. */
export function forPeople({ url, token, redis }: Gateway): string {
  const place = redis === undefined ? "" : `; Redis itself: ${redis.url}`;
  return `# The gateway serves until Ctrl-C${place}
export UPSTASH_REDIS_REST_URL=${url}
export UPSTASH_REDIS_REST_TOKEN=${quoted(token)}`;
}

function quoted(word: string): string {
  return /^[\w.:/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
