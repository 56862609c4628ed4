// The engine's commands, as the reply to COMMAND describes them.
import type { Command } from "../../engine/commands/command.ts";
import { type KeyPlaces, keyPlaces, touchesKeys } from "../../engine/commands/key-places.ts";
import type { Reply } from "./reply.ts";

const FLAGS = { reads: ["readonly"], writes: ["write"], grows: ["write", "denyoom"], scripts: ["noscript"] } as const;

const READING_SCRIPTS = new Set(["EVAL_RO", "EVALSHA_RO"]);
const DANGEROUS = new Set("CONFIG FLUSHALL FLUSHDB INFO KEYS".split(" "));

/** Returns the reply to COMMAND. */
export function descriptions(table: ReadonlyMap<string, Command>): Reply {
  return [...table].map(([name, command]) => entry(name, command));
}

function entry(name: string, { arity, effect, subcommands = {} }: Command, container?: string): Reply[] {
  const top = container ?? name;
  const places = keyPlaces(top);
  // Redis flags none of the commands without keys `readonly`.
  const own = effect === "reads" && !touchesKeys(top) ? [] : FLAGS[effect];
  const flags = READING_SCRIPTS.has(top) ? ["readonly", ...own] : own;
  return [
    Buffer.from((container === undefined ? name : `${container}|${name}`).toLowerCase()),
    `${arity}`,
    [...flags],
    ...["0", "0", "0"],
    DANGEROUS.has(top) ? ["@dangerous"] : [],
    [],
    places === undefined ? [] : [keySpecification(places)],
    Object.entries(subcommands).map(([word, command]) => entry(word, command, name)),
  ];
}

function keySpecification(places: KeyPlaces): Reply {
  const isCounted = "countAt" in places;
  const index = isCounted ? places.countAt : places.first;
  const found = isCounted
    ? part("keynum", { keynumidx: 0, firstkey: 1, keystep: 1 })
    : part("range", {
        lastkey: places.last < 0 ? places.last : places.last - places.first,
        keystep: places.step,
        limit: 0,
      });
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
