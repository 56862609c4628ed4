// Repeats on another database what happened to a database of a simulated world, at the same times, and compares all
// replies and messages.
import { fromBytes, toBytes } from "../../../../src/engine/keyspace/byte-text.ts";
import type { Answer } from "../../../../src/lock/redis/script-port.ts";
import { comparison } from "../../../../src/tools/gateway/comparisons.ts";
import type { Wire } from "../../../engine/raw-redis.ts";
import { looksAtAnyFields, namesAnyHolder } from "./any-holder.ts";
import type { Event, Follower, Message, Recording } from "./recording.ts";

/** So much of a word is shown: scripts are long. */
const SHOWN = 100;
/** So often a script that looks at chosen fields may look at others than the recorded one. */
const MOST_LOOKS = 100;

/** The database that repeats. */
export interface Repeater {
  /** Sets its clock, which then stands still: epoch microseconds. */
  setClock(us: number): void;
  /** Runs a command of byte texts. */
  command(words: readonly string[]): Promise<Wire>;
  /** Follows a channel, or the channels of a pattern: a byte text. */
  follow(name: string, isPattern: boolean): Promise<Following>;
}

export interface Following {
  /** Ends it, and resolves to all messages that it got. */
  end(): Promise<readonly Message[]>;
}

/** Replies or messages that are not equal. */
export interface Difference {
  readonly what: string;
  readonly recorded: unknown;
  readonly repeated: unknown;
}

export class Judge {
  readonly #repeater: Repeater;
  readonly #following = new Map<Follower, Following>();
  /** The commands whose replies were compared. */
  commands = 0;
  messages = 0;

  constructor(repeater: Repeater) {
    this.#repeater = repeater;
  }

  /** Repeats all events. Resolves to the first difference; undefined: there is none. */
  async firstDifference({ events }: Recording): Promise<Difference | undefined> {
    for (const event of events) {
      const difference = await this.#repeat(event);
      if (difference !== undefined) return difference;
    }
    return this.#leaveAll();
  }

  #repeat(event: Event): Promise<Difference | undefined> {
    if (event.kind === "command") return this.#run(event);
    if (event.kind === "emptied") return this.#empty();
    return event.kind === "followed" ? this.#follow(event.follower) : this.#leave(event.follower);
  }

  async #run({ words, atUs, answer }: Extract<Event, { kind: "command" }>): Promise<Difference | undefined> {
    this.#repeater.setClock(atUs);
    this.commands += 1;
    if (needsOtherKeys(answer) && (await looksAtAnyFields(this.#repeater, words))) return this.#load(words);
    const repeated = await this.#answer(words, answer);
    const order = words[0] === "SCAN" ? sorted : JSON.stringify;
    if (order(repeated) === order(answer)) return undefined;
    if (await namesAnyHolder(this.#repeater, words, answer, repeated)) return undefined;
    const command = words.map((word) => JSON.stringify(word.slice(0, SHOWN))).join(" ");
    return { what: `command ${this.commands} at ${atUs} µs: ${command}`, recorded: answer, repeated };
  }

  /**
   * Does what remains of a script that found that it needs other keys: it is loaded, and has written nothing. The client
   * sent it again without locked keys, and that is compared.
   */
  async #load([name, script = ""]: readonly string[]): Promise<undefined> {
    if (name === "EVAL") await this.#repeater.command(["SCRIPT", "LOAD", toBytes(script)]);
  }

  /** Runs a command, again and again while it happens to look at a field that the recorded one did not look at. */
  async #answer(words: readonly string[], recorded: Answer): Promise<Answer> {
    for (let left = MOST_LOOKS; ; left -= 1) {
      const answer = answerOf(await this.#repeater.command(wireWords(words)));
      if (!needsOtherKeys(answer) || needsOtherKeys(recorded) || left === 1) return answer;
    }
  }

  async #empty(): Promise<undefined> {
    await this.#repeater.command(["FLUSHALL"]);
    await this.#repeater.command(["SCRIPT", "FLUSH"]);
    return undefined;
  }

  async #follow(follower: Follower): Promise<undefined> {
    this.#following.set(follower, await this.#repeater.follow(follower.name, follower.isPattern));
    return undefined;
  }

  async #leave(follower: Follower): Promise<Difference | undefined> {
    const following = this.#following.get(follower);
    this.#following.delete(follower);
    const recorded = follower.messages;
    const repeated = (await following?.end()) ?? [];
    this.messages += recorded.length;
    if (JSON.stringify(repeated) === JSON.stringify(recorded)) return undefined;
    return { what: `messages of ${follower.name} before command ${this.commands + 1}`, recorded, repeated };
  }

  async #leaveAll(): Promise<Difference | undefined> {
    for (const follower of this.#following.keys()) {
      const difference = await this.#leave(follower);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
}

/** Returns whether a script with locked keys found that it needs other ones. */
function needsOtherKeys(answer: Answer): boolean {
  return "error" in answer && answer.error.includes("KEY_NOT_LOCKED");
}

/** Returns the byte texts of a command. Redis 7 has no comparisons: a script does what they do. */
function wireWords(words: readonly string[]): readonly string[] {
  const [name = "", ...args] = words;
  const script = comparison([Buffer.from(name), ...args.map((word) => Buffer.from(word))]);
  return script?.map((word) => word.toString("latin1")) ?? words.map(toBytes);
}

function answerOf(wire: Wire): Answer {
  return typeof wire === "string" && wire.startsWith("-") ? { error: textOf(wire) } : { result: resultOf(wire) };
}

function resultOf(wire: Wire): unknown {
  if (wire === null) return null;
  if (Array.isArray(wire)) return wire.map(resultOf);
  if (wire.startsWith("-")) return { error: textOf(wire) };
  return wire.startsWith(":") ? Number(textOf(wire)) : textOf(wire);
}

function textOf(wire: string): string {
  return fromBytes(wire.slice(1));
}

/** Returns a text for a reply of SCAN, whose keys are in no order. */
function sorted(answer: Answer): string {
  return "result" in answer && Array.isArray(answer.result)
    ? JSON.stringify(answer.result.flat().map(String).sort())
    : JSON.stringify(answer);
}
