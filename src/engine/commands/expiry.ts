// The commands that set, read and remove the time of a key's expiry.
import { fail } from "../keyspace/reply.ts";
import { NEVER } from "../keyspace/values.ts";
import { integer } from "./arguments.ts";
import { type Command, type CommandTable, reads, writes } from "./command.ts";

/** Returns which of NX, XX, GT and LT are among the options. */
function conditions(options: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const option of options) {
    const word = option.toUpperCase();
    if (!["NX", "XX", "GT", "LT"].includes(word)) fail(`ERR Unsupported option ${option}`);
    found.add(word);
  }
  const isCompared = found.has("GT") || found.has("LT");
  if (found.has("NX") && (found.has("XX") || isCompared)) {
    fail("ERR NX and XX, GT or LT options at the same time are not compatible");
  }
  if (found.has("GT") && found.has("LT")) fail("ERR GT and LT options at the same time are not compatible");
  return found;
}

/** Returns whether the conditions permit to replace one time of expiry with another. */
function permits(given: ReadonlySet<string>, before: number, after: number): boolean {
  if (given.has("NX") && before !== NEVER) return false;
  if (given.has("XX") && before === NEVER) return false;
  if (given.has("GT") && after <= before) return false;
  return !(given.has("LT") && after >= before);
}

/** `unitMs`: of the given number; `isAbsolute`: it counts from the epoch. */
function expire(unitMs: number, isAbsolute: boolean): Command {
  return writes(-3, (space, [name = "", key = "", text, ...options]) => {
    const given = conditions(options);
    const value = integer(text) * unitMs;
    const expireAt = value + (isAbsolute ? 0 : space.nowMs);
    if (expireAt >= 2 ** 63 || value < -(2 ** 63)) fail(`ERR invalid expire time in '${name.toLowerCase()}' command`);
    const found = space.find(key);
    if (found === undefined || !permits(given, found.expireAt, expireAt)) return 0;
    if (expireAt <= space.nowMs) space.delete(key);
    else found.expireAt = expireAt;
    return 1;
  });
}

function timeLeft(unitMs: number): Command {
  return reads(2, (space, [, key = ""]) => {
    const found = space.find(key);
    if (found === undefined) return -2;
    return found.expireAt === NEVER ? -1 : Math.floor((found.expireAt - space.nowMs + unitMs / 2) / unitMs);
  });
}

function timeOfExpiry(unitMs: number): Command {
  return reads(2, (space, [, key = ""]) => {
    const found = space.find(key);
    if (found === undefined) return -2;
    return found.expireAt === NEVER ? -1 : Math.floor((found.expireAt + unitMs / 2) / unitMs);
  });
}

export const expiryCommands: CommandTable = {
  PEXPIRE: expire(1, false),
  EXPIRE: expire(1_000, false),
  PEXPIREAT: expire(1, true),
  EXPIREAT: expire(1_000, true),
  PERSIST: writes(2, (space, [, key = ""]) => {
    const found = space.find(key);
    if (found === undefined || found.expireAt === NEVER) return 0;
    found.expireAt = NEVER;
    return 1;
  }),
  PTTL: timeLeft(1),
  TTL: timeLeft(1_000),
  PEXPIRETIME: timeOfExpiry(1),
  EXPIRETIME: timeOfExpiry(1_000),
};
