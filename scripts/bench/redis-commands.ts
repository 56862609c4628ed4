// Counts commands as Upstash bills them, in the statistics of Redis.

// Commands of connections, and of the bench itself.
const UNCOUNTED = new Set(["info", "auth", "hello", "client", "select", "command", "config"]);

/** Returns the number of commands in an answer to INFO: a script, and each command that it runs. */
export function commandsIn(info: string): number {
  const counted = [...info.matchAll(/^cmdstat_([^:|]+)[^:]*:calls=(\d+)/gm)].filter(
    ([, name = ""]) => !UNCOUNTED.has(name.toLowerCase()),
  );
  return counted.reduce((sum, [, , calls]) => sum + Number(calls), 0);
}
