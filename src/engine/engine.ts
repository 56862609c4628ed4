// A small Redis 7 in this process: the commands and the Lua that our scripts use. It needs no eval, no WebAssembly and
// no module of Node, so it runs in every runtime.
import { epochNowMs } from "../base/clock.ts";
import { sha1 } from "../base/sha1.ts";
import { Channels, type Tell } from "./channels.ts";
import type { Command } from "./commands/command.ts";
import { Commands } from "./commands/commands.ts";
import { serverCommands } from "./commands/server.ts";
import { dataCommands } from "./commands/table.ts";
import { Keyspace } from "./keyspace/keyspace.ts";
import { RedisError, type Reply } from "./keyspace/reply.ts";
import { type ScriptHost, Scripts } from "./scripting/scripts.ts";

export interface EngineOptions {
  /** Returns the time, epoch microseconds. Default: the wall clock. */
  readonly clock?: () => number;
  /** Returns a random number from 0 to 1, without 1. Default: Math.random. */
  readonly random?: () => number;
  /** Whether it has DELEX and the option IFEQ of SET, as Upstash and Redis 8.4 have. Default: false. */
  readonly compares?: boolean;
  /** Answers commands of scripts otherwise than Redis does, and lacks functions. Default: neither. */
  readonly scripts?: ScriptHost;
}

export class Engine {
  readonly #clock: () => number;
  readonly #space: Keyspace;
  readonly #channels = new Channels();
  readonly #commands: Commands;
  readonly #scripts: Scripts;

  constructor(options: EngineOptions = {}) {
    const { clock = clockOf(epochNowMs), random = Math.random, compares = false, scripts } = options;
    this.#clock = clock;
    this.#space = new Keyspace(random);
    this.#commands = new Commands(this.#space);
    this.#commands.add(dataCommands(compares));
    this.#commands.add(serverCommands(this.#channels, this.#commands, sha1(String(random()))));
    this.#scripts = new Scripts(this.#commands, scripts);
    this.#commands.add(this.#scripts.commands());
  }

  /** All commands by name, in upper case: how many words each has, and what it does. */
  get table(): ReadonlyMap<string, Command> {
    return this.#commands.table;
  }

  /** Whether memory is full: commands that need memory are refused with OOM. */
  get isFull(): boolean {
    return this.#commands.isFull;
  }

  set isFull(isFull: boolean) {
    this.#commands.isFull = isFull;
  }

  /** Returns whether EVALSHA finds a script. Unlike SCRIPT EXISTS, it is not counted as a command. */
  knowsScript(sha1: string): boolean {
    return this.#scripts.knows(sha1);
  }

  /**
   * Runs one command. The clock is read once, also for a script.
   * @param words the name and the arguments, as byte texts: one character for each byte
   * @returns the reply, with texts as byte texts
   * @throws RedisError when the command replies an error
   */
  command(words: readonly string[]): Reply {
    this.#space.begin(this.#clock());
    const reply = this.#commands.run(words);
    // A script may return an error.
    if (reply instanceof RedisError) throw reply;
    return reply;
  }

  /**
   * Follows a channel. Each message arrives in a microtask, after the script that published it.
   * @param name the channel, or a pattern of channels, as a byte text
   * @param isPattern whether `name` is a pattern
   * @param tell gets each message, and its channel
   * @returns a function that ends it
   */
  follow(name: string, isPattern: boolean, tell: Tell): () => void {
    return this.#channels.follow(name, isPattern, tell);
  }
}

/** Returns a clock, epoch microseconds. It counts them within a millisecond, so that two commands have different times. */
export function clockOf(epochMs: () => number): () => number {
  let lastMs = 0;
  let calls = 0;
  return () => {
    const ms = Math.floor(epochMs());
    calls = ms === lastMs ? Math.min(calls + 1, 999) : 0;
    lastMs = ms;
    return ms * 1_000 + calls;
  };
}
