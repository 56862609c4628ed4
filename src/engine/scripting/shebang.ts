// The first line of a script, such as `#!lua flags=no-writes`.
import { fail } from "../keyspace/reply.ts";

const FLAGS = ["no-writes", "allow-oom", "allow-stale", "no-cluster", "allow-cross-slot-keys"];

/** Returns the flags of a script; undefined: it has no such line. Throws for flags that Redis 7 does not know. */
export function flagsOf(source: string): ReadonlySet<string> | undefined {
  if (!source.startsWith("#!")) return undefined;
  const end = source.indexOf("\n");
  if (end < 0) return fail("ERR Invalid script shebang");
  const [engine = "", ...options] = source.slice(0, end).trim().split(/ +/);
  if (engine !== "#!lua") fail(`ERR Unexpected engine in script shebang: ${engine}`);
  const flags = new Set<string>();
  for (const option of options) {
    if (!option.startsWith("flags=")) fail(`ERR Unknown lua shebang option: ${option}`);
    for (const flag of option.slice("flags=".length).split(",")) {
      if (flag !== "" && !FLAGS.includes(flag)) fail(`ERR Unexpected flag in script shebang: ${flag}`);
      flags.add(flag);
    }
  }
  return flags;
}
