// The judge is judged: a right engine repeats a world without a difference, and each wrong one is found.
import { describe, expect, it } from "vitest";
import { Engine } from "../../../../src/engine/engine.ts";
import { type Wire, wireOf } from "../../../engine/raw-redis.ts";
import { compiledFrom } from "../bundle.ts";
import { type Profile, profileOf } from "../profile.ts";
import { simulate } from "../simulate.ts";
import { type Following, Judge, type Repeater } from "./judge.ts";
import { type Event, type Message, Recording } from "./recording.ts";

const SEED = 4;
const calm = profileOf("clean", SEED);
const PROFILE: Profile = {
  ...calm,
  programs: ["readWriteLock", "light"],
  isolates: 4,
  callers: 4,
  seconds: 160,
  meanPauseMs: 1_000,
  keyLocking: true,
  harm: { ...calm.harm, restarts: true, dataLoss: true, redisClock: true },
};
const recording = new Recording();
// A world has two more databases, which these programs do not use.
const witnesses = [recording];
await simulate(await compiledFrom(), SEED, PROFILE, { witness: () => witnesses.pop() });

/** An engine with a clock that is set. */
class EngineRepeater implements Repeater {
  readonly #engine = new Engine({ clock: () => this.us });
  us = 0;

  setClock(us: number): void {
    this.us = us;
  }

  async command(words: readonly string[]): Promise<Wire> {
    return wireOf(this.#engine, words);
  }

  async follow(name: string, isPattern: boolean): Promise<Following> {
    const messages: Message[] = [];
    const stop = this.#engine.follow(name, isPattern, (text, channel) => messages.push([channel, text]));
    return {
      async end() {
        stop();
        return messages;
      },
    };
  }
}

class ClockOfSeconds extends EngineRepeater {
  override setClock(us: number): void {
    this.us = us - (us % 1_000_000);
  }
}

class KeptData extends EngineRepeater {
  override async command(words: readonly string[]): Promise<Wire> {
    return words[0] === "FLUSHALL" ? "+OK" : super.command(words);
  }
}

class KeptScripts extends EngineRepeater {
  override async command(words: readonly string[]): Promise<Wire> {
    return words[0] === "SCRIPT" ? "+OK" : super.command(words);
  }
}

class LostMessages extends EngineRepeater {
  override async follow(name: string, isPattern: boolean): Promise<Following> {
    const following = await super.follow(name, isPattern);
    return { end: async () => (await following.end()).slice(1) };
  }
}

class DeafServer extends EngineRepeater {
  override async follow(): Promise<Following> {
    return { end: async () => [] };
  }
}

class OtherErrors extends EngineRepeater {
  override async command(words: readonly string[]): Promise<Wire> {
    const reply = await super.command(words);
    return typeof reply === "string" && reply.startsWith("-NOSCRIPT") ? "-NOSCRIPT" : reply;
  }
}

const commands = recording.events.filter((event) => event.kind === "command");
const count = (kind: Event["kind"]): number => recording.events.filter((event) => event.kind === kind).length;

describe("the recording of a world", () => {
  it("has commands, losses of data, scripts that were lost, followers, and a clock that goes back", () => {
    expect(commands.length).toBeGreaterThan(500);
    // The first is its beginning.
    expect(count("emptied")).toBeGreaterThan(1);
    expect(count("left")).toBe(count("followed"));
    expect(count("left")).toBeGreaterThan(5);
    const names = new Set(commands.map(({ words }) => words[0]));
    for (const name of ["EVAL", "EVALSHA", "SCRIPT", "SCAN", "SET", "DELEX"]) expect(names).toContain(name);
    expect(commands.some(({ atUs }, at) => atUs < (commands[at - 1]?.atUs ?? 0))).toBe(true);
  });

  it("has no first line of key locking, which only Upstash knows", () => {
    expect(commands.filter(({ words }) => words[1]?.startsWith("#!"))).toEqual([]);
  });
});

it("a right engine repeats a world without a difference", async () => {
  const judge = new Judge(new EngineRepeater());
  expect(await judge.firstDifference(recording)).toBeUndefined();
  expect(judge.commands).toBe(commands.length);
  expect(judge.messages).toBeGreaterThan(5);
});

it.each([
  ["with a clock of whole seconds", ClockOfSeconds],
  ["that keeps its data at a restart", KeptData],
  ["that keeps its scripts at a restart", KeptScripts],
  ["that loses the first message of each follower", LostMessages],
  ["that counts no followers", DeafServer],
  ["with other errors", OtherErrors],
])("the judge finds an engine %s", async (_, Wrong) => {
  const judge = new Judge(new Wrong());
  expect(await judge.firstDifference(recording)).toBeDefined();
});

describe("a script with locked keys looks at some of the fields, and the judge", () => {
  const NEEDS_KEYS = "ERR KEY_NOT_LOCKED NOTHING_WRITTEN";
  const lockOf = (size: number): string[] => Array.from({ length: size }, (_, at) => [`reader ${at}`, "1"]).flat();

  /** Returns whether the judge accepts such an error where the other database answers 1. */
  async function accepts(size: number): Promise<boolean> {
    const made = new Recording();
    made.ran(["HSET", "lock", ...lockOf(size)], 0, { result: size });
    made.ran(["EVAL", "return 1", "1", "lock"], 0, { error: NEEDS_KEYS });
    return (await new Judge(new EngineRepeater()).firstDifference(made)) === undefined;
  }

  it("accepts that the recorded one saw a field that the other did not see", () =>
    expect(accepts(6)).resolves.toBe(true));

  it("refuses it where both see all fields", () => expect(accepts(5)).resolves.toBe(false));

  it("accepts that the other one sees such a field now and then, and not that it always does", async () => {
    const now = `if redis.call('INCR', 'looks') < 3 then error('${NEEDS_KEYS}') end return 1`;
    for (const [script, isAccepted] of [
      [now, true],
      [`error('${NEEDS_KEYS}')`, false],
    ] as const) {
      const made = new Recording();
      made.ran(["EVAL", script, "1", "lock"], 0, { result: 1 });
      expect((await new Judge(new EngineRepeater()).firstDifference(made)) === undefined).toBe(isAccepted);
    }
  });
});

describe("a refusal names one of several readers, and the judge", () => {
  const STATE = "state:owner:";
  const told = (...holder: readonly string[]): string[] => ["busy", "nonce", ...holder];

  /** Returns whether the judge accepts a recorded refusal, while the other database names "one". */
  async function accepts(recorded: readonly string[]): Promise<boolean> {
    const made = new Recording();
    made.ran(["HSET", "lock", "one", "1", "two", "1", "old", "1"], 0, { result: 3 });
    made.ran(["SET", `${STATE}one`, "state of one"], 0, { result: "OK" });
    made.ran(["SET", `${STATE}two`, "state of two"], 0, { result: "OK" });
    const script = "return { 'busy', 'nonce', 'one', 'state of one' }";
    made.ran(["EVAL", script, "2", "lock", `${STATE}me`, "nonce", "me"], 0, { result: recorded });
    return (await new Judge(new EngineRepeater()).firstDifference(made)) === undefined;
  }

  it.each([
    ["accepts another reader", told("two", "state of two"), true],
    ["accepts a reader without a state", told("old", ""), true],
    ["refuses one who does not hold the lock", told("three", "state of two"), false],
    ["refuses another state", told("two", "state of one"), false],
    ["refuses a state that is not told", told("two", ""), false],
    ["refuses another reply", ["busy", "other", "two", "state of two"], false],
    ["refuses a holder that is not told", ["busy", "nonce"], false],
  ])("%s", async (_, recorded, isAccepted) => {
    expect(await accepts(recorded)).toBe(isAccepted);
  });
});
