// Replies of Redis and their formats: JSON text, base64 JSON, RESP2, and the values of the witness log.
import type { ErrorReply } from "@redis/client";

/**
 * A reply of the connection: strings as bytes, statuses such as OK as a string, nil as null. Integers are a string of
 * their digits, because a number is inexact above 2^53. An error is a value, because arrays can contain errors.
 */
export type Reply = Buffer | string | null | ErrorReply | Reply[];

type Encoding = "utf8" | "base64";

/** The format of a response. */
export type Format = Encoding | "resp2";

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

/** A reply in RESP2, the protocol of Redis. */
export function resp2(reply: Reply): Buffer {
  if (reply === null) return Buffer.from("$-1\r\n");
  if (typeof reply === "string") return Buffer.from(`${isInteger(reply) ? ":" : "+"}${reply}\r\n`);
  if (Buffer.isBuffer(reply)) return Buffer.concat([Buffer.from(`$${reply.length}\r\n`), reply, Buffer.from("\r\n")]);
  if (Array.isArray(reply)) return Buffer.concat([Buffer.from(`*${reply.length}\r\n`), ...reply.map(resp2)]);
  return Buffer.from(`-${reply.message}\r\n`);
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
