// How a command is described: what it needs, what it does to memory, and the function that runs it.
import type { Keyspace } from "../keyspace/keyspace.ts";
import type { Reply } from "../keyspace/reply.ts";

export type Run = (space: Keyspace, words: readonly string[]) => Reply;

export interface Command {
  /** The number of words with the name; if it is negative, the least number. */
  readonly arity: number;
  /** "grows": it writes, and needs memory. "scripts": it is not allowed in a script. */
  readonly effect: "reads" | "writes" | "grows" | "scripts";
  readonly run: Run;
  /** The second word selects one of these instead. */
  readonly subcommands?: CommandTable;
}

/** Commands by name, in upper case. */
export type CommandTable = Readonly<Record<string, Command>>;

export function reads(arity: number, run: Run): Command {
  return { arity, effect: "reads", run };
}

export function writes(arity: number, run: Run): Command {
  return { arity, effect: "writes", run };
}

/** Describes a command that Redis flags `denyoom`. */
export function grows(arity: number, run: Run): Command {
  return { arity, effect: "grows", run };
}

/** Describes a command that may not run in a script. */
export function notInScripts(arity: number, run: Run): Command {
  return { arity, effect: "scripts", run };
}

/** Describes a command whose second word selects what is run. */
export function container(effect: Command["effect"], subcommands: CommandTable): Command {
  return { arity: -2, effect, run: () => null, subcommands };
}
