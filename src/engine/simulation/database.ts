// The Redis of a simulated world: an engine with a clock of its own, which can restart.

import { sha1 } from "../../base/sha1.ts";
import type { Answer } from "../../lock/redis/script-port.ts";
import type { Tell } from "../channels.ts";
import { clockOf } from "../engine.ts";
import { toBytes } from "../keyspace/byte-text.ts";
import { answer } from "../transport.ts";
import { DeviatingEngine, type Deviation } from "./deviation.ts";
import type { Random } from "./random.ts";
import type { World } from "./world.ts";

/** The wall clock at the beginning of each world, epoch ms. */
export const FIRST_EPOCH_MS = 1_800_000_000_000;

/** Gets all that clients and restarts do to a database, so that another one can do the same. */
export interface DatabaseWitness {
  /** A command has run, at this time of the database's clock, epoch microseconds. */
  ran(words: readonly string[], atUs: number, answer: Answer): void;
  /** All keys and scripts are lost. */
  emptied(): void;
  /** A channel is followed, or the channels of a pattern. */
  followed(name: string, isPattern: boolean): FollowerWitness;
}

/** Gets what one follower gets: byte texts. */
export interface FollowerWitness {
  told(message: string, channel: string): void;
  ended(): void;
}

export interface DatabaseOptions {
  /**
   * It knows the first line `#!lua flags=allow-key-locking`, as Upstash does. A script may touch any key nevertheless.
   * Default: false.
   */
  readonly locksKeys?: boolean;
  /**
   * How long a script runs, ms. Meanwhile no other command runs, or with `locksKeys`, none with the keys of a script
   * that has the line. Default: 0.
   */
  readonly scriptMs?: number;
  readonly witness?: DatabaseWitness | undefined;
  /** In what it is not Redis. Default: in nothing. */
  readonly deviation?: Deviation;
}

/** Looks at each key, and so deletes those that have expired. Redis deletes them at an instant that nobody knows. */
const ALL_KEYS = ["SCAN", "0", "COUNT", "1000000"];
const KEY_LOCKING_LINE = "#!lua flags=allow-key-locking\n";

export class Database {
  readonly #world: World;
  readonly #locksKeys: boolean;
  readonly #scriptMs: number;
  readonly #witness: DatabaseWitness | undefined;
  readonly #deviation: Deviation;
  /** By the hash of a text with the line of key locking: the hash of the text that the engine runs. */
  readonly #hashes = new Map<string, string>();
  /** When a script may run that locks the whole database. On the clock of the world. */
  #freeAt = 0;
  /** When one may run that has this key. */
  readonly #keysFreeAt = new Map<string, number>();
  readonly #random: Random;
  readonly #onRestart = new Set<() => void>();
  #engine: DeviatingEngine;
  /** By how much its clock is wrong, ms. */
  #shiftMs = 0;
  /** When its last command ran, by its clock, epoch microseconds. */
  #ranAtUs = 0;
  /** The number of its restarts: a request on its way does not survive one. */
  restarts = 0;
  isUp = true;

  constructor(world: World, { locksKeys = false, scriptMs = 0, witness, deviation = {} }: DatabaseOptions = {}) {
    this.#world = world;
    this.#locksKeys = locksKeys;
    this.#scriptMs = scriptMs;
    this.#witness = witness;
    this.#deviation = deviation;
    this.#random = world.random.fork();
    this.#engine = this.#emptyEngine();
  }

  /** Runs a command. */
  run(words: readonly string[]): Answer {
    const known = this.#locksKeys ? this.#withoutLine(words) : words;
    const given = answer(this.#engine, known);
    this.#witness?.ran(known, this.#ranAtUs, given);
    return given;
  }

  /** Returns when a command that arrives now has run, in ms from now; from then on it occupies nothing. */
  occupiedForMs([name = "", script = "", count, ...rest]: readonly string[]): number {
    if (this.#scriptMs === 0 || !/^EVAL/.test(name)) return 0;
    const isFlagged = this.#locksKeys && (script.startsWith(KEY_LOCKING_LINE) || this.#hashes.has(script));
    const keys = isFlagged ? rest.slice(0, Number(count)) : [...this.#keysFreeAt.keys()];
    const startsAt = Math.max(this.#world.now, this.#freeAt, ...keys.map((key) => this.#keysFreeAt.get(key) ?? 0));
    const endsAt = startsAt + this.#scriptMs;
    if (isFlagged) for (const key of keys) this.#keysFreeAt.set(key, endsAt);
    else this.#freeAt = endsAt;
    return endsAt - this.#world.now;
  }

  /** Runs a command of an observer, which changes nothing, and returns its result. Throws if Redis refuses. */
  ask(...words: readonly string[]): unknown {
    const given = answer({ command: (bytes) => this.#engine.truly(bytes) }, words);
    if ("error" in given) throw new Error(`${words[0]}: ${given.error}`);
    return given.result;
  }

  /** Returns how many commands it has run, those of scripts included. */
  commandsRun(): number {
    const stats = String(this.ask("INFO", "commandstats"));
    return [...stats.matchAll(/calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0);
  }

  /** Follows a channel, or the channels of a pattern: see `DeviatingEngine`. */
  follow(name: string, isPattern: boolean, tell: Tell, isOverTcp: boolean): () => void {
    const witness = this.#witness?.followed(name, isPattern);
    const told: Tell = (message, channel) => {
      witness?.told(message, channel);
      tell(message, channel);
    };
    const stop = this.#engine.follow(name, isPattern, told, isOverTcp);
    return () => {
      witness?.ended();
      stop();
    };
  }

  /** When all streams are cut the next time, ms of the world; Infinity: never. */
  get streamsEndAt(): number {
    const everyMs = this.#deviation.cutsStreamsEachMs;
    return everyMs === undefined ? Number.POSITIVE_INFINITY : (Math.floor(this.#world.now / everyMs) + 1) * everyMs;
  }

  /** Calls `restarted` at each restart until the returned function is called. */
  onRestart(restarted: () => void): () => void {
    this.#onRestart.add(restarted);
    return () => this.#onRestart.delete(restarted);
  }

  /** Restarts it: for `downMs` it refuses connections. It forgets its scripts, and without `keepsData` all keys. */
  restart(keepsData: boolean, downMs: number): void {
    this.#world.fault(`Redis restarts ${keepsData ? "with" : "without"} its data, in ${downMs} ms`, { forMs: downMs });
    this.isUp = false;
    this.restarts += 1;
    const { restarts } = this;
    for (const restarted of [...this.#onRestart]) restarted();
    if (keepsData) this.run(["SCRIPT", "FLUSH"]);
    else this.#engine = this.#emptyEngine();
    this.#world.after(downMs, () => {
      if (this.restarts === restarts) this.isUp = true;
    });
  }

  /** Whether its memory is full: see `Engine`. */
  set isFull(isFull: boolean) {
    this.#engine.isFull = isFull;
  }

  /** Forgets all scripts. */
  flushScripts(): void {
    this.#world.fault("Redis forgets its scripts");
    this.run(["SCRIPT", "FLUSH"]);
  }

  /** Moves its clock, ms. When it goes back, all keys that had expired are gone already. */
  moveClock(ms: number): void {
    if (ms < 0) this.run(ALL_KEYS);
    this.#shiftMs += ms;
  }

  #withoutLine(words: readonly string[]): readonly string[] {
    const [name = "", script = "", ...rest] = words;
    if (name === "EVALSHA") return [name, this.#hashes.get(script) ?? script, ...rest];
    if (name !== "EVAL" || !script.startsWith(KEY_LOCKING_LINE)) return words;
    const source = script.slice(KEY_LOCKING_LINE.length);
    this.#hashes.set(sha1(toBytes(script)), sha1(toBytes(source)));
    return [name, source, ...rest];
  }

  #emptyEngine(): DeviatingEngine {
    const random = this.#random.fork();
    const now = clockOf(() => FIRST_EPOCH_MS + this.#world.now + this.#shiftMs);
    const clock = (): number => {
      this.#ranAtUs = now();
      return this.#ranAtUs;
    };
    this.#witness?.emptied();
    return new DeviatingEngine({ clock, random: () => random.next(), compares: true }, this.#deviation);
  }
}
