// Distinguishes databases, without showing a token.
import type { RedisEndpoint } from "../options.ts";

const numbers = new Map<string, number>();

/**
 * Returns a text that is the same for the same url and token, and different for others. It begins with the url, so
 * databases have one order in all processes. The number of the pair in this process follows. It is not a digest,
 * because a short token could be guessed from that.
 */
export function databaseOf({ url, token }: RedisEndpoint): string {
  const pair = `${url} ${token}`;
  const number = numbers.get(pair) ?? numbers.size + 1;
  numbers.set(pair, number);
  return `${url} ${number}`;
}
