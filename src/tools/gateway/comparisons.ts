// DELEX … IFEQ and SET … IFEQ, which compare the stored value first. Upstash has both, and Redis from 8.4 on. An older
// server gets a script that gives Upstash's reply.
import { ErrorReply } from "@redis/client";
import { type Command, commandName, script, upperCased } from "./command.ts";
import type { Reply } from "./reply.ts";

const comparing = (then: string): string => `
  local value = redis.pcall('GET', ARGV[1])
  if type(value) == 'table' then return value end
  ${then}
`;
const deleteIfEqual = comparing("return value == ARGV[2] and redis.call('DEL', ARGV[1]) or 0");
const setIfEqual = comparing("return value == ARGV[3] and redis.pcall('SET', ARGV[1], ARGV[2], unpack(ARGV, 4))");

/** The options of SET that a word follows. */
const WITH_WORD = new Set(["EX", "PX", "EXAT", "PXAT", "IFEQ", "IFNE", "IFDEQ", "IFDNE"]);

/** Returns the script that does what the command does; undefined: the command compares nothing. */
export function comparison(command: Command): Command | undefined {
  const [, key, second, expected, ...others] = command;
  const name = commandName(command);
  if (key === undefined || second === undefined) return undefined;
  if (name === "DELEX" && others.length === 0 && upperCased(second) === "IFEQ")
    return expected && script(deleteIfEqual, [key, expected]);
  const at = name === "SET" ? placeOfIfeq(command) : undefined;
  const value = at === undefined ? undefined : command[at + 1];
  return at === undefined || value === undefined
    ? undefined
    : script(setIfEqual, [key, second, value, ...command.slice(3).toSpliced(at - 3, 2)]);
}

/**
 * Returns how many commands the script of a comparison executed too many, by its reply: Upstash bills one. An error
 * comes from the first command, or from a SET that was not executed.
 */
export function executedBeside(reply: Reply): number {
  const isCarriedOut = !(reply instanceof ErrorReply) && reply !== null && String(reply) !== "0";
  return isCarriedOut ? 2 : 1;
}

function placeOfIfeq(command: Command): number | undefined {
  for (let at = 3; at < command.length; at += 1) {
    const word = upperCased(command[at]);
    if (word === "IFEQ") return at;
    if (WITH_WORD.has(word)) at += 1;
  }
  return undefined;
}
