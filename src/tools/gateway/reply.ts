// Replies of Redis and their formats: JSON text, base64 JSON, RESP2, and the values of the witness log.
import type { ErrorReply } from "@redis/client";
import { type Command, commandName } from "./command.ts";

/**
 * A reply of the connection: strings as bytes, statuses such as OK as a string, nil as null. Integers are a string of
 * their digits, because a number is inexact above 2^53. An error is a value, because arrays can contain errors.
 */
export type Reply = Buffer | string | null | ErrorReply | Reply[];

type Encoding = "utf8" | "base64";

/** The protocol of a connection. Over HTTP, RESP2 can be asked for as the format of a response. */
export type Protocol = "resp2" | "resp3";

/** The format of a response. */
export type Format = Encoding | Protocol;

type JsonValue = string | number | bigint | null | { error: string } | JsonValue[];

/** The `result` of one command. */
export function jsonResult(reply: Reply, encoding: Encoding): JsonValue {
  // Only a command's own status OK stays as it is: the client decodes every string inside an array, "OK" included.
  return reply === "OK" ? reply : jsonItem(reply, encoding);
}

function jsonItem(reply: Reply, encoding: Encoding): JsonValue {
  if (reply === null) return null;
  if (typeof reply === "string") return isInteger(reply) ? integer(reply) : Buffer.from(reply).toString(encoding);
  if (Buffer.isBuffer(reply)) return reply.toString(encoding);
  if (Array.isArray(reply)) return reply.map((item) => jsonItem(item, encoding));
  return { error: reply.message };
}

/** Returns a reply to this command in RESP2, in the bytes of Redis itself. */
export function resp2Reply(command: Command, reply: Reply): Buffer {
  return resp2(reply, missing(command, reply === null));
}

const noString = "$-1\r\n";
const noList = "*-1\r\n";
const listCommands = new Set("LMPOP ZMPOP XREAD XREADGROUP".split(" "));
const commandsOfLists = new Set("GEOPOS COMMAND XREADGROUP".split(" "));

/** The connection to Redis reads both kinds of nothing alike, so that the kind is known by the command. */
function missing(command: Command, isWhole: boolean): string {
  const name = commandName(command);
  if (!isWhole) return commandsOfLists.has(name) ? noList : noString;
  const isList =
    listCommands.has(name) ||
    ((name === "LPOP" || name === "RPOP") && command.length > 2) ||
    ((name === "ZRANK" || name === "ZREVRANK") && command.length > 3);
  return isList ? noList : noString;
}

/** @param nil the text of a missing value */
export function resp2(reply: Reply, nil: string = noString): Buffer {
  if (reply === null) return Buffer.from(nil);
  if (typeof reply === "string") return Buffer.from(`${isInteger(reply) ? ":" : "+"}${reply}\r\n`);
  if (Buffer.isBuffer(reply)) return Buffer.concat([Buffer.from(`$${reply.length}\r\n`), reply, Buffer.from("\r\n")]);
  if (Array.isArray(reply))
    return Buffer.concat([Buffer.from(`*${reply.length}\r\n`), ...reply.map((item) => resp2(item, nil))]);
  return Buffer.from(`-${reply.message.replaceAll(/[\r\n]+/g, " ")}\r\n`);
}

/** A value in the witness log: text where the bytes are valid UTF-8, else `{ base64 }`, so that nothing is lost. */
export type WitnessValue = string | number | bigint | null | { base64: string } | { error: string } | WitnessValue[];

export function witnessValue(reply: Reply): WitnessValue {
  if (reply === null) return null;
  if (typeof reply === "string") return isInteger(reply) ? integer(reply) : reply;
  if (Buffer.isBuffer(reply)) return textOrBase64(reply);
  if (Array.isArray(reply)) return reply.map(witnessValue);
  return { error: reply.message };
}

export function textOrBase64(bytes: Buffer): string | { base64: string } {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : { base64: bytes.toString("base64") };
}

// Only a script could return a status of digits.
function isInteger(text: string): boolean {
  return /^-?\d+$/.test(text);
}

function integer(digits: string): number | bigint {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}
