// What tells one database from another, without its token.
import type { RedisEndpoint } from "../options.ts";

const numbers = new Map<string, number>();

/**
 * A text that is the same for the same url and token, and for these alone. It begins with the url, which puts databases
 * in one order in all processes; behind it stands the number of the pair in this process. Not a digest: a short token
 * could be found by trying.
 */
export function databaseOf({ url, token }: RedisEndpoint): string {
  const pair = `${url} ${token}`;
  const number = numbers.get(pair) ?? numbers.size + 1;
  numbers.set(pair, number);
  return `${url} ${number}`;
}
