// Scripts: those that were sent, and the commands that run them.

import { sha1 } from "../../base/sha1.ts";
import { integer } from "../commands/arguments.ts";
import { type Command, type CommandTable, container, notInScripts } from "../commands/command.ts";
import { OUT_OF_MEMORY, type RunningScript } from "../commands/commands.ts";
import {
  compile,
  ENTRY_STEPS,
  isTooDeep,
  LuaError,
  type LuaFunction,
  LuaTable,
  library,
  MOST_STEPS,
  type Position,
  ScriptTooLong,
  spend,
  spendOnBytes,
  type Value,
} from "../interpreter/lua.ts";
import { fail, OK, RedisError, type Reply } from "../keyspace/reply.ts";
import { remembered } from "../remembered.ts";
import { fromLua } from "./conversions.ts";
import { redisLibrary } from "./redis-library.ts";
import { flagsOf } from "./shebang.ts";

interface Script {
  readonly sha1: string;
  readonly flags: ReadonlySet<string> | undefined;
  readonly main: LuaFunction;
}

/** A command that a script calls. */
export interface ScriptCall {
  readonly words: readonly string[];
  /** The keys that the script was given. */
  readonly keys: readonly string[];
  /** The script has written. */
  readonly hasWritten: boolean;
}

/** The surroundings of scripts in a database that is not Redis in some respect. */
export interface ScriptHost {
  /** Answers a command of a script. Throws RedisError to refuse it, or ScriptEnded. `run`: answers it as Redis does. */
  readonly answer?: (call: ScriptCall, run: () => Reply) => Reply;
  /** Functions of Redis that the table `redis` lacks. */
  readonly lacks?: readonly string[];
}

/** Ends a script with this error of Redis. pcall() does not catch it. */
export class ScriptEnded extends Error {
  override readonly name = "ScriptEnded";
}

/** Runs the commands of scripts, and says whether memory is full. */
export interface CommandRunner {
  readonly isFull: boolean;
  /** How many entries commands have read, beyond those that they reply. It only grows. */
  readonly walked: number;
  run(words: readonly string[], script: RunningScript): Reply;
}

const digestOf = remembered(sha1);

const NO_SCRIPT = "NOSCRIPT No matching script. Please use EVAL.";

export class Scripts {
  readonly #commands: CommandRunner;
  readonly #position: Position = { line: 0, steps: MOST_STEPS };
  readonly #globals: LuaTable = library(this.#position);
  /** Those that EVALSHA finds. */
  readonly #known = new Map<string, Script>();
  /** All that were ever sent, by their texts: they are hashed and compiled once. */
  readonly #compiled = new Map<string, Script>();
  #running: RunningScript = { isReadOnly: false, mayFill: false, hasWritten: false };
  #keys: readonly string[] = [];

  constructor(commands: CommandRunner, { answer = (_, run) => run(), lacks = [] }: ScriptHost = {}) {
    this.#commands = commands;
    const redis = redisLibrary(
      (words) => {
        const { hasWritten } = this.#running;
        const { walked } = commands;
        const reply = answer({ words, keys: this.#keys, hasWritten }, () => commands.run(words, this.#running));
        spend(this.#position, commands.walked - walked);
        return reply;
      },
      (steps) => spend(this.#position, steps),
    );
    for (const name of lacks) redis.set(name, undefined);
    this.#globals.set("redis", redis);
  }

  /** Returns whether EVALSHA finds a script. */
  knows(digest: string): boolean {
    return this.#known.has(digest.toLowerCase());
  }

  /** Returns the commands of scripts. */
  commands(): CommandTable {
    return {
      EVAL: this.#runsText(false),
      EVAL_RO: this.#runsText(true),
      EVALSHA: this.#runsDigest(false),
      EVALSHA_RO: this.#runsDigest(true),
      SCRIPT: container("scripts", {
        LOAD: notInScripts(3, (_, [, , source = ""]) => this.#load(source).sha1),
        EXISTS: notInScripts(-3, (_, [, , ...digests]) => digests.map((digest) => (this.knows(digest) ? 1 : 0))),
        FLUSH: notInScripts(-2, (_, [, , mode, ...others]) => {
          if (others.length > 0 || !/^(?:a?sync)?$/i.test(mode ?? "")) {
            fail("ERR SCRIPT FLUSH only support SYNC|ASYNC option");
          }
          this.#known.clear();
          return OK;
        }),
      }),
    };
  }

  #runsText(isReadOnly: boolean): Command {
    return notInScripts(-3, (_, [, source = "", count, ...rest]) => {
      const keys = keyCount(count, rest.length);
      return this.#run(this.#load(source), rest, keys, isReadOnly);
    });
  }

  #runsDigest(isReadOnly: boolean): Command {
    return notInScripts(-3, (_, [, digest = "", count, ...rest]) => {
      if (digest.length !== 40) fail(NO_SCRIPT);
      const keys = keyCount(count, rest.length);
      return this.#run(this.#known.get(digest.toLowerCase()) ?? fail(NO_SCRIPT), rest, keys, isReadOnly);
    });
  }

  #load(source: string): Script {
    const script = this.#compiled.get(source) ?? this.#compile(source);
    this.#compiled.set(source, script);
    this.#known.set(script.sha1, script);
    return script;
  }

  #compile(source: string): Script {
    const flags = flagsOf(source);
    try {
      return { sha1: digestOf(source), flags, main: compile(source, this.#globals, this.#position) };
    } catch (error) {
      if (!(error instanceof LuaError)) throw error;
      return fail(`ERR Error compiling script (new function): ${String(error.value)}`);
    }
  }

  /** `keys`: how many of the words are keys. */
  #run({ sha1: digest, flags, main }: Script, words: readonly string[], keys: number, readsOnly: boolean): Reply {
    const writesNot = flags?.has("no-writes") === true;
    const mayFill = flags?.has("allow-oom") === true || writesNot;
    if (flags !== undefined && this.#commands.isFull && !mayFill) fail(OUT_OF_MEMORY);
    if (readsOnly && flags !== undefined && !writesNot) {
      fail("ERR Can not execute a script with write flag using *_ro command.");
    }
    this.#running = { isReadOnly: readsOnly || writesNot, mayFill, hasWritten: false };
    const given = words.slice(0, keys);
    this.#keys = given;
    this.#globals.set("KEYS", LuaTable.of(given));
    this.#globals.set("ARGV", LuaTable.of(words.slice(keys)));
    this.#position.line = 1;
    this.#position.steps = MOST_STEPS;
    this.#position.callBacks = 0;
    try {
      return fromLua(main([])[0], (bytes) => {
        spend(this.#position, ENTRY_STEPS);
        spendOnBytes(this.#position, bytes);
      });
    } catch (error) {
      throw this.#failure(error, digest);
    }
  }

  /** Returns the error of Redis for an error in a script. */
  #failure(error: unknown, digest: string): unknown {
    const place = `user_script:${this.#position.line}`;
    const where = ` script: ${digest}, on @${place}.`;
    if (error instanceof ScriptTooLong) {
      // BUSY says that nothing was done.
      const code = this.#running.hasWritten ? "ERR" : "BUSY";
      return new RedisError(`${code} ${error.message}; a redis-server has no such limit${where}`);
    }
    if (error instanceof ScriptEnded) return new RedisError(error.message + where);
    // The stack of this runtime is full.
    if (isTooDeep(error)) return new RedisError(`ERR ${place}: stack overflow${where}`);
    return error instanceof LuaError ? new RedisError(textOf(error.value) + where) : error;
  }
}

function textOf(value: Value): string {
  const err = value instanceof LuaTable ? value.get("err") : value;
  if (err === undefined) return "ERR unknown error";
  return value instanceof LuaTable ? String(err) : `ERR ${String(err)}`;
}

/** Reads how many keys there are. `most`: how many words follow. */
function keyCount(text: string | undefined, most: number): number {
  const count = integer(text);
  if (count > most) fail("ERR Number of keys can't be greater than number of args");
  if (count < 0) fail("ERR Number of keys can't be negative");
  return count;
}
