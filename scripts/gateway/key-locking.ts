// Upstash's key-level locking, as a check. There, a script with the flag `allow-key-locking` in its first line locks
// only its KEYS, and may touch no other key. Redis does not know the flag. So this takes the flag away, and puts Lua
// text in its place which refuses any other key. The whole script fails then, even if it would ignore the error.

import { createHash } from "node:crypto";
import { ErrorReply } from "@redis/client";
import { type Command, commandName } from "./command.ts";
import { keyPlaces } from "./key-places.ts";
import type { RedisLink } from "./redis-link.ts";
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
  end)() `.replaceAll(/\s*\n\s*/g, " ");

export class KeyLocking {
  readonly #guard: string;
  /** By the SHA-1 of a text with the flag: the SHA-1 of the text that Redis has. */
  readonly #hashes = new Map<string, string>();

  private constructor(places: string) {
    this.#guard = guard(places);
  }

  static async load(link: RedisLink): Promise<KeyLocking> {
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
  return commandName(command) === "SCRIPT" && command[1]?.toString("latin1").toUpperCase() === subcommand;
}

function defined(first: Buffer, ...rest: readonly (Buffer | undefined)[]): Command {
  return [first, ...rest.filter((word) => word !== undefined)];
}

function sha1(text: Buffer): Buffer {
  return Buffer.from(createHash("sha1").update(text).digest("hex"));
}
