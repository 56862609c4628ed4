// Databases that answer like Redis, but for one thing. Each is a row of docs/run/prove.md.
import type { Tell } from "../channels.ts";
import { matches } from "../commands/glob.ts";
import { keysIn, touchesKeys } from "../commands/key-places.ts";
import { Engine } from "../engine.ts";
import { fail, type Reply } from "../keyspace/reply.ts";
import { type ScriptCall, ScriptEnded, type ScriptHost } from "../scripting/scripts.ts";
import { type NotableOptions, Past } from "./past.ts";

/** Somebody who follows a channel, or the channels of a pattern. */
export interface Follower {
  readonly name: string;
  readonly isPattern: boolean;
  /** Over TCP, and not by an event stream over HTTP. */
  readonly isOverTcp: boolean;
}

/** In what a database is not Redis. */
export interface Deviation {
  /** Throws if it refuses this command of a script. */
  readonly checks?: (call: ScriptCall) => void;
  /** Functions of Redis that scripts lack. */
  readonly lacks?: readonly string[];
  /** Returns whether PUBSUB NUMSUB of a script counts this follower of a channel. Default: by its name alone. */
  readonly counts?: (follower: Follower, channel: string) => boolean;
  /** It follows no pattern that is the name of one channel. */
  readonly wantsGlobs?: true;
  /** It knows no script by its hash. */
  readonly forgetsScripts?: true;
  /** How old the state is that commands outside of scripts read, ms. */
  readonly readsOldMs?: number;
  /** All event streams are cut at each multiple of this time, ms of the world. */
  readonly cutsStreamsEachMs?: number;
}

const REFUSED = "ERR This Redis command is not allowed from script";
const NO_SCRIPT = "NOSCRIPT No matching script. Please use EVAL.";

function refuses(name: string, isRefused: (call: ScriptCall) => boolean = () => true): Deviation {
  return {
    checks(call) {
      if (nameOf(call.words) === name && isRefused(call)) fail(REFUSED);
    },
  };
}

export type DeviationName =
  | "PUBLISH refused"
  | "PUBLISH refused after a write"
  | "PUBLISH ends the script"
  | "TIME refused"
  | "NUMSUB answers 0"
  | "NUMSUB counts patterns"
  | "NUMSUB counts TCP alone"
  | "no sha1hex"
  | "PSUBSCRIBE needs a glob"
  | "undeclared keys refused"
  | "EVALSHA knows no script"
  | "streams cut each 300 s"
  | "reads 200 ms old";

export const DEVIATIONS: Readonly<Record<DeviationName, Deviation>> = {
  "PUBLISH refused": refuses("PUBLISH"),
  "PUBLISH refused after a write": refuses("PUBLISH", ({ hasWritten }) => hasWritten),
  "PUBLISH ends the script": {
    checks({ words }) {
      if (nameOf(words) === "PUBLISH") throw new ScriptEnded(REFUSED);
    },
  },
  "TIME refused": refuses("TIME"),
  "NUMSUB answers 0": { counts: () => false },
  "NUMSUB counts patterns": {
    counts: ({ name, isPattern }, channel) => (isPattern ? matches(name, channel) : name === channel),
  },
  "NUMSUB counts TCP alone": {
    counts: ({ name, isPattern, isOverTcp }, channel) => isOverTcp && !isPattern && name === channel,
  },
  "no sha1hex": { lacks: ["sha1hex"] },
  "PSUBSCRIBE needs a glob": { wantsGlobs: true },
  "undeclared keys refused": {
    checks({ words, keys }) {
      const undeclared = keysIn(words).find((key) => !keys.includes(key));
      if (undeclared !== undefined) fail(`ERR Script attempted to access an undeclared key: ${undeclared}`);
    },
  },
  "EVALSHA knows no script": { forgetsScripts: true },
  "streams cut each 300 s": { cutsStreamsEachMs: 300_000 },
  "reads 200 ms old": { readsOldMs: 200 },
};

/** An engine that deviates from Redis. */
export class DeviatingEngine extends Engine {
  readonly #deviation: Deviation;
  readonly #followers: Set<Follower>;
  readonly #past: Past | undefined;

  constructor(options: NotableOptions, deviation: Deviation) {
    const followers = new Set<Follower>();
    const past = deviation.readsOldMs === undefined ? undefined : new Past(options, deviation.readsOldMs);
    super({ ...(past?.options ?? options), scripts: scriptHost(deviation, followers) });
    this.#deviation = deviation;
    this.#followers = followers;
    this.#past = past;
  }

  override command(words: readonly string[]): Reply {
    const name = nameOf(words);
    if (this.#deviation.forgetsScripts && name === "EVALSHA") fail(NO_SCRIPT);
    const isRead = this.table.get(name)?.effect === "reads" && touchesKeys(name);
    if (this.#past !== undefined && isRead) return this.#past.read(words);
    return this.truly(words);
  }

  /** Runs a command as Redis does, for an observer. */
  truly(words: readonly string[]): Reply {
    this.#past?.note(words);
    return super.command(words);
  }

  /** `isOverTcp`: see `Follower`. */
  override follow(name: string, isPattern: boolean, tell: Tell, isOverTcp: boolean = false): () => void {
    if (this.#deviation.wantsGlobs && isPattern && !/[*?[]/.test(name)) fail("ERR the pattern must contain a glob");
    const stop = super.follow(name, isPattern, tell);
    const follower: Follower = { name, isPattern, isOverTcp };
    this.#followers.add(follower);
    return () => {
      this.#followers.delete(follower);
      stop();
    };
  }
}

function nameOf(words: readonly string[]): string {
  return words[0]?.toUpperCase() ?? "";
}

function scriptHost({ checks, lacks, counts }: Deviation, followers: ReadonlySet<Follower>): ScriptHost {
  return {
    ...(lacks === undefined ? {} : { lacks }),
    answer(call, run) {
      checks?.(call);
      const [, subcommand, ...channels] = call.words;
      if (counts === undefined || nameOf(call.words) !== "PUBSUB" || subcommand !== "NUMSUB") return run();
      return channels.flatMap((channel) => [
        channel,
        [...followers].filter((follower) => counts(follower, channel)).length,
      ]);
    },
  };
}
