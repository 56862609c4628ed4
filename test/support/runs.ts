// The runs of our scripts for a lock, from the witness log of its gateway.
import * as generated from "../../src/lock/lua/generated.ts";

/** By hash and text. */
export const SCRIPT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.values(generated).flatMap(({ name, source, sha1 }) => [[sha1, name] as const, [source, name] as const]),
);

interface Witnessed {
  readonly seq: number;
  /** The time at which its reply arrived, epoch ms. */
  readonly atMs: number;
  readonly command: readonly unknown[];
  readonly reply?: unknown;
  readonly error?: string;
}

export interface Run {
  /** Such as "lock/renew". */
  readonly script: string;
  readonly seq: number;
  readonly atMs: number;
  /** Its first argument: the owner, or the request id. */
  readonly asker: string;
  /** The first word of the reply. */
  readonly answer: unknown;
  /** The owner that it granted the lock to, if it did. */
  readonly granted: string | undefined;
  /** That is the waiter of its isolate whom the release named. */
  readonly isPassed: boolean;
}

/**
 * Oldest first, without attempts that only found that Redis had forgotten the script.
 *
 * @param key the lock's key; undefined: all runs
 *
 * @param names the names of scripts, by hash and text
 */
export function runsOf(
  entries: readonly Witnessed[],
  key?: string,
  names: ReadonlyMap<string, string> = SCRIPT_NAMES,
): Run[] {
  return entries.flatMap(({ seq, atMs, command, reply, error }) => {
    const script = names.get(String(command[1]));
    if (script === undefined || error !== undefined || (key !== undefined && !command.includes(key))) return [];
    // The nonce comes before it.
    const args = command.slice(4 + Number(command[2])).map(String);
    const [asker = ""] = args;
    const [answer, , , granting, owner]: unknown[] = Array.isArray(reply) ? reply : [];
    const isPassed = granting === "passed";
    const granted = isPassed || granting === "granted" ? String(owner) : answer === "held" ? asker : undefined;
    return [{ script, seq, atMs, asker, answer, granted, isPassed }];
  });
}
