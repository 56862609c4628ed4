// Upstash's key-level locking, as a check. There, a script with the flag `allow-key-locking` in its first line locks
// only its KEYS, and may touch no other key. Redis does not know the flag. So this takes the flag away, and puts Lua
// text in its place which refuses any other key. The whole script fails then, even if it would ignore the error.
import { createHash } from "node:crypto";
import { ErrorReply } from "@redis/client";
import { type Command, commandName, upperCased } from "./command.ts";
import type { Link } from "./database.ts";
import type { Reply } from "./reply.ts";

const FLAG = "allow-key-locking";
const SHEBANG = /^#!lua([^\n]*)\n/;
const WITH_SOURCE = new Set(["EVAL", "EVAL_RO"]);
const WITH_HASH = new Set(["EVALSHA", "EVALSHA_RO"]);

/** Takes the places of keys, and returns a line of Lua that hides `redis` and `pcall` from the script behind it. */
const guard = (places: string) =>
  `local redis, pcall = (function()
    local native, native_pcall, places, declared, problem = redis, pcall, '${places}', {}, nil
    for _, key in ipairs(KEYS) do declared[key] = true end
    local function places_of(name)
      local _, at = string.find(places, ';' .. name .. ':', 1, true)
      return at and string.match(places, '[^;]*', at + 1)
    end
    local function problem_of(count, words)
      local name = string.upper(tostring(words[1]))
      local found = places_of(name) or places_of(name .. '|' .. string.upper(tostring(words[2])))
      if not found then return "ERR '" .. name .. "' is not available to scripts with the flag '${FLAG}'" end
      for kind, start, a, b, step in string.gmatch(found, '(%a)(%d+),(%-?%d+),(%-?%d+),(%d+)') do
        local first, last = start + 1, nil
        if kind == 'n' then
          last = first + b + ((tonumber(words[first + a]) or 0) - 1) * step
          first = first + b
        else
          last = tonumber(a) < 0 and count + a + 1 or first + a
        end
        for at = first, math.min(last, count), step do
          local key = words[at]
          if (type(key) == 'string' or type(key) == 'number') and not declared[tostring(key)] then
            return "ERR Dynamic keys are not allowed in Lua scripts when '${FLAG}' flag is set. Key was: " .. key
          end
        end
      end
    end
    local function checked(run)
      return function(...)
        problem = problem or problem_of(select('#', ...), { ... })
        if problem then error({ err = problem }) end
        return run(...)
      end
    end
    local function passed(...)
      if problem then error({ err = problem }) end
      return ...
    end
    local guarded = { call = checked(native.call), pcall = checked(native.pcall) }
    return setmetatable(guarded, { __index = native }), function(...) return passed(native_pcall(...)) end
  end)() `.replaceAll(/\n +/g, " ");

export class KeyLocking {
  readonly #guard: string;
  /** By the SHA-1 of a text with the flag: the SHA-1 of the text that Redis has. */
  readonly #hashes = new Map<string, string>();

  private constructor(places: string) {
    this.#guard = guard(places);
  }

  static async load(link: Link): Promise<KeyLocking> {
    const reply = await link.send(["COMMAND"]);
    if (reply instanceof ErrorReply) throw new Error(`Redis refuses COMMAND: ${reply.message}`, { cause: reply });
    return new KeyLocking(keyPlaces(reply));
  }

  /** Returns the command that is sent to Redis. */
  forRedis(command: Command): Command {
    const [first, second, third, ...rest] = command;
    const name = commandName(command);
    if (second !== undefined && WITH_SOURCE.has(name)) return defined(first, this.#guarded(second), third, ...rest);
    if (second !== undefined && WITH_HASH.has(name)) return defined(first, this.#hashFor(second), third, ...rest);
    const hashes = third === undefined ? rest : [third, ...rest];
    if (isScript(command, "EXISTS")) return defined(first, second, ...hashes.map((hash) => this.#hashFor(hash)));
    if (isScript(command, "LOAD") && third !== undefined) return defined(first, second, this.#guarded(third), ...rest);
    return command;
  }

  /** Returns the reply for the client: the SHA-1 of a loaded text is that of the text which the client sent. */
  fromRedis(command: Command, reply: Reply): Reply {
    const source = command[2];
    return source !== undefined && isScript(command, "LOAD") && Buffer.isBuffer(reply) ? sha1(source) : reply;
  }

  #guarded(source: Buffer): Buffer {
    const text = source.toString("latin1");
    const words = SHEBANG.exec(text)?.[1];
    if (words === undefined || !flagsIn(words).includes(FLAG)) return source;
    const others = flagsIn(words).filter((flag) => flag !== FLAG);
    const shebang = others.length === 0 ? "" : `#!lua flags=${others.join(",")}\n`;
    // Behind it, the script keeps the numbers of its lines.
    const line = shebang === "" ? `${this.#guard}\n` : this.#guard;
    const guarded = Buffer.from(shebang + line + text.replace(SHEBANG, ""), "latin1");
    this.#hashes.set(String(sha1(source)), String(sha1(guarded)));
    return guarded;
  }

  #hashFor(hash: Buffer): Buffer {
    const known = this.#hashes.get(hash.toString("latin1").toLowerCase());
    return known === undefined ? hash : Buffer.from(known);
  }
}

function flagsIn(words: string): string[] {
  const list = words.split(" ").find((word) => word.startsWith("flags="));
  return list === undefined ? [] : list.slice("flags=".length).split(",");
}

function isScript(command: Command, subcommand: string): boolean {
  return commandName(command) === "SCRIPT" && upperCased(command[1]) === subcommand;
}

function defined(first: Buffer, ...rest: readonly (Buffer | undefined)[]): Command {
  return [first, ...rest.filter((word) => word !== undefined)];
}

function sha1(text: Buffer): Buffer {
  return Buffer.from(createHash("sha1").update(text).digest("hex"));
}

/** They have no key among their arguments, but touch the keys of the whole database. */
const DATABASE_WIDE = new Set(["DBSIZE", "FLUSHALL", "FLUSHDB", "KEYS", "RANDOMKEY", "SCAN", "SWAPDB"]);

/**
 * Returns a text for a script to search: `;<NAME>:<places>;<NAME>:…;`, with a subcommand as `XINFO|STREAM`. A place is
 * one of these, with `start` as an index of the command's words, from 0:
 * - `r<start>,<last>,0,<step>`: keys from `start` to `last` words behind it; a negative `last` counts from the end
 * - `n<start>,<number>,<first>,<step>`: as many keys as the word `number` words behind `start` says, from `first` on
 * A command is missing if it touches the whole database, or if its keys are not described completely.
 * @param entries the reply to COMMAND
 */
function keyPlaces(entries: Reply): string {
  return `;${listed(entries)
    .flatMap(({ name, places }) => (DATABASE_WIDE.has(name) || places.includes("?") ? [] : `${name}:${places};`))
    .join("")}`;
}

interface Listed {
  readonly name: string;
  readonly places: string;
}

/** Entries of COMMAND have the name first, and since Redis 7 the key specifications ninth and the subcommands tenth. */
function listed(entries: Reply | undefined): Listed[] {
  return listOf(entries).flatMap((entry) => {
    const [name, , , , , , , , specifications, subcommands] = listOf(entry);
    const own = { name: String(name).toUpperCase(), places: listOf(specifications).map(placeOf).join(" ") };
    const below = listed(subcommands);
    return below.length === 0 ? [own] : below;
  });
}

/** Returns "?" for a place that only the server can find. */
function placeOf(specification: Reply): string {
  const [begin, find] = [member(specification, "begin_search"), member(specification, "find_keys")];
  const isComplete = !listOf(member(specification, "flags")).map(String).includes("incomplete");
  if (!isComplete || String(member(begin, "type")) !== "index") return "?";
  const start = numberIn(begin, "index");
  const step = numberIn(find, "keystep");
  const kind = String(member(find, "type"));
  if (kind === "range" && numberIn(find, "limit") <= 1) return `r${start},${numberIn(find, "lastkey")},0,${step}`;
  if (kind === "keynum") return `n${start},${numberIn(find, "keynumidx")},${numberIn(find, "firstkey")},${step}`;
  return "?";
}

function numberIn(part: Reply | undefined, name: string): number {
  return Number(member(member(part, "spec"), name));
}

/** Finds the value behind a name. */
function member(list: Reply | undefined, name: string): Reply | undefined {
  const items = listOf(list);
  return items[items.findIndex((item) => Buffer.isBuffer(item) && item.toString() === name) + 1];
}

function listOf(reply: Reply | undefined): readonly Reply[] {
  return Array.isArray(reply) ? reply : [];
}
