// The engine's commands, as the reply to COMMAND describes them.
import type { Command } from "../../engine/commands/command.ts";
import type { Reply } from "./reply.ts";

const FLAGS = { reads: ["readonly"], writes: ["write"], grows: ["write", "denyoom"], scripts: ["noscript"] } as const;

/** They read no key, and Redis flags none of them `readonly`. */
const WITHOUT_KEYS = new Set("CONFIG ECHO INFO PING PSUBSCRIBE PUBLISH PUBSUB SCRIPT SUBSCRIBE TIME".split(" "));
const OF_THE_DATABASE = new Set("DBSIZE FLUSHALL FLUSHDB KEYS SCAN".split(" "));
const DANGEROUS = new Set("CONFIG FLUSHALL FLUSHDB INFO KEYS".split(" "));

/** Where the keys are, if they are not the first argument alone: "the last one's distance from the first,the step". */
const RANGES: Readonly<Record<string, readonly [last: number, step: number]>> = {
  DEL: [-1, 1],
  EXISTS: [-1, 1],
  MGET: [-1, 1],
  MSET: [-1, 2],
  RENAME: [1, 1],
  UNLINK: [-1, 1],
};
/** The argument that says how many keys follow it. */
const COUNTED: Readonly<Record<string, number>> = { EVAL: 2, EVALSHA: 2, ZDIFF: 1 };

/** Returns the reply to COMMAND. */
export function descriptions(table: ReadonlyMap<string, Command>): Reply {
  return [...table].map(([name, command]) => entry(name, command));
}

function entry(name: string, { arity, effect, subcommands = {} }: Command, container?: string): Reply[] {
  const top = container ?? name;
  const hasKeys = !WITHOUT_KEYS.has(top);
  const flags = effect === "reads" && !hasKeys ? [] : FLAGS[effect];
  return [
    Buffer.from((container === undefined ? name : `${container}|${name}`).toLowerCase()),
    `${arity}`,
    [...flags],
    ...["0", "0", "0"],
    DANGEROUS.has(top) ? ["@dangerous"] : [],
    [],
    hasKeys && !OF_THE_DATABASE.has(top) ? [keySpecification(name)] : [],
    Object.entries(subcommands).map(([word, command]) => entry(word, command, name)),
  ];
}

function keySpecification(name: string): Reply {
  const counted = COUNTED[name];
  const [last, step] = RANGES[name] ?? [0, 1];
  const index = counted ?? 1;
  const found =
    counted === undefined
      ? part("range", { lastkey: last, keystep: step, limit: 0 })
      : part("keynum", { keynumidx: 0, firstkey: 1, keystep: 1 });
  return pairs({ flags: [], begin_search: part("index", { index }), find_keys: found });
}

function part(type: string, spec: Readonly<Record<string, number>>): Reply {
  const numbers = Object.entries(spec).map(([name, value]) => [name, `${value}`]);
  return pairs({ type: Buffer.from(type), spec: pairs(Object.fromEntries(numbers)) });
}

/** Returns names and values in turn. */
function pairs(members: Readonly<Record<string, Reply>>): Reply[] {
  return Object.entries(members).flatMap(([name, value]) => [Buffer.from(name), value]);
}
