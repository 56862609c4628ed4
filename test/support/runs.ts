// The runs of our scripts for a lock, from the witness log of its gateway.
import * as generated from "../../src/lua/generated.ts";
import { scriptOf } from "./edited-script.ts";

/** The lines before a script with key-level locking. */
export const FIRST_LINES = "#!lua flags=allow-key-locking\nKEYS.locked=true\n";

const scripts = Object.values(generated);
const withFlag = new Map(
  scripts.flatMap(({ name, source }) => {
    const flagged = scriptOf(name, FIRST_LINES + source);
    return [[flagged.sha1, name] as const, [flagged.source, name] as const];
  }),
);
const nameOf = new Map([
  ...scripts.flatMap(({ name, source, sha1 }) => [[sha1, name] as const, [source, name] as const]),
  ...withFlag,
]);

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
  /** It was sent with key-level locking. */
  readonly isFlagged: boolean;
}

/** Oldest first, without attempts that only found that Redis had forgotten the script. No `key`: of all locks. */
export function runsOf(entries: readonly Witnessed[], key?: string): Run[] {
  return entries.flatMap(({ seq, atMs, command, reply, error }) => {
    const script = nameOf.get(String(command[1]));
    if (script === undefined || error !== undefined || (key !== undefined && !command.includes(key))) return [];
    // The nonce comes before it.
    const asker = String(command[4 + Number(command[2])]);
    const isFlagged = withFlag.has(String(command[1]));
    return [{ script, seq, atMs, asker, answer: Array.isArray(reply) ? reply[0] : undefined, isFlagged }];
  });
}
