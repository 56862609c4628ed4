// Runs commands by name: who may run what, when memory is full, and how often each one ran.
import type { Keyspace } from "../keyspace/keyspace.ts";
import { fail, type Reply, wrongArity } from "../keyspace/reply.ts";
import type { Command, CommandTable } from "./command.ts";

/** The rights of a running script, and its acts so far. */
export interface RunningScript {
  /** Its first line says `no-writes`. */
  readonly isReadOnly: boolean;
  /** Its first line says `allow-oom`. */
  readonly mayFill: boolean;
  /** It has begun to write. From then on nothing is refused, because its writes are not undone. */
  hasWritten: boolean;
}

// An error quotes no more of a command than this.
const QUOTED = 128;

export class Commands {
  /** Commands that need memory are refused. */
  isFull = false;
  /** How often each command ran, by its name in lower case; with "|" and the subcommand, if it has one. */
  readonly calls: Map<string, number> = new Map();
  /** By name, in upper case. */
  readonly table: Map<string, Command> = new Map();
  readonly #space: Keyspace;

  constructor(space: Keyspace) {
    this.#space = space;
  }

  add(table: CommandTable): void {
    for (const [name, command] of Object.entries(table)) this.table.set(name, command);
  }

  /** See Keyspace. */
  get walked(): number {
    return this.#space.walked;
  }

  /**
   * Runs one command.
   * @param words the name and the arguments, as byte texts
   * @param script the script that calls it. Default: none
   * @throws RedisError
   */
  run(words: readonly string[], script?: RunningScript): Reply {
    const name = words[0] ?? "";
    const found = this.table.get(name) ?? this.table.get(name.toUpperCase());
    if (found === undefined) return fail(script ? UNKNOWN_IN_SCRIPT : unknown(words));
    let [command, called] = [found, name.toLowerCase()];
    if (found.subcommands !== undefined && words[1] !== undefined) {
      const subcommand = found.subcommands[words[1].toUpperCase()];
      if (subcommand === undefined) return fail(script ? UNKNOWN_IN_SCRIPT : unknownSubcommand(name, words[1]));
      [command, called] = [subcommand, `${called}|${words[1].toLowerCase()}`];
    }
    const { arity, effect } = command;
    const count = words.length;
    if (arity > 0 ? count !== arity : count < -arity) return script ? fail(ARITY_IN_SCRIPT) : wrongArity(called);
    if (script === undefined) {
      if (this.isFull && effect === "grows") fail(OUT_OF_MEMORY);
    } else this.#check(effect, script);
    this.calls.set(called, (this.calls.get(called) ?? 0) + 1);
    return command.run(this.#space, words);
  }

  #check(effect: Command["effect"], script: RunningScript): void {
    if (effect === "reads") return;
    if (effect === "scripts") fail("ERR This Redis command is not allowed from script");
    if (script.isReadOnly) fail("ERR Write commands are not allowed from read-only scripts.");
    if (this.isFull && effect === "grows" && !script.hasWritten && !script.mayFill) fail(OUT_OF_MEMORY);
    script.hasWritten = true;
  }
}

/** The error of a command, or of a script with flags, that needs memory when there is none. */
export const OUT_OF_MEMORY = "OOM command not allowed when used memory > 'maxmemory'.";
const UNKNOWN_IN_SCRIPT = "ERR Unknown Redis command called from script";
const ARITY_IN_SCRIPT = "ERR Wrong number of args calling Redis command from script";

function unknown([name = "", ...args]: readonly string[]): string {
  let quoted = "";
  for (const arg of args) {
    if (quoted.length >= QUOTED) break;
    quoted += `'${quote(arg, QUOTED - quoted.length)}' `;
  }
  return oneLine(`ERR unknown command '${quote(name, QUOTED)}', with args beginning with: ${quoted}`);
}

function unknownSubcommand(name: string, subcommand: string): string {
  return oneLine(`ERR unknown subcommand '${quote(subcommand, QUOTED)}'. Try ${name.toUpperCase()} HELP.`);
}

/** Returns the beginning of a text, up to its first NUL, as C does. */
function quote(text: string, most: number): string {
  return (text.split("\0")[0] ?? "").slice(0, most);
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, " ");
}
