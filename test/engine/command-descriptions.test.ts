// The engine describes each of its commands like Redis: how many words, whether it writes, needs memory or may run in
// a script, and where its keys are.
import { Redis } from "ioredis";
import { expect, it } from "vitest";
import { keysIn } from "../../src/engine/commands/key-places.ts";
import { Engine } from "../../src/engine/engine.ts";
import { startBoth } from "./both.ts";

const both = await startBoth();
const redis = new Redis(both.url);
const { table } = new Engine();

interface Description {
  readonly arity: number;
  readonly effect: string;
}

/** Each flag of Redis that decides, the strongest first. */
const EFFECTS = ["noscript", "denyoom", "write"] as const;
const EFFECT_OF = { noscript: "scripts", denyoom: "grows", write: "writes" } as const;

async function describedByRedis(name: string): Promise<Description> {
  const [entry]: unknown[] = Object(await redis.call("COMMAND", "INFO", name));
  const [, arity, flags]: [unknown, unknown, unknown] = Object(entry);
  const found = EFFECTS.find((flag) => Array.isArray(flags) && flags.includes(flag));
  return { arity: Number(arity), effect: found === undefined ? "reads" : EFFECT_OF[found] };
}

it("a command has the arity and the effect that Redis says", async () => {
  // The flags of a container are those of its subcommands.
  const commands = [...table].filter(([, { subcommands }]) => subcommands === undefined);
  const own = commands.map(([name, { arity, effect }]) => [name, { arity, effect }]);
  expect(own).toEqual(await Promise.all(commands.map(async ([name]) => [name, await describedByRedis(name)])));
  expect(own.length).toBeGreaterThan(100);
});

it("the keys of a command are those that Redis finds", async () => {
  for (const [name, { arity }] of table) {
    // Words that are a number of keys, too.
    const words = [name, ...Array.from({ length: Math.abs(arity) }, (_, at) => (at === 0 ? "1" : `${at}`))];
    const asked = arity > 0 ? words.slice(0, arity) : words;
    const keys = await redis.call("COMMAND", "GETKEYS", ...asked).catch(() => []);
    expect(keysIn(asked), name).toEqual(keys);
  }
  redis.disconnect();
});
