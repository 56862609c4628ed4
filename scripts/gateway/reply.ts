// Replies of Redis and their three formats: JSON text, base64 JSON, and the values of the witness log.

import type { ErrorReply } from "@redis/client";

/**
 * A reply of the connection: strings as bytes, integers as a string of their digits (a number would lose those above
 * 2^53), nil as null. An error is a value, because arrays can contain them.
 */
export type Reply = Buffer | string | null | ErrorReply | Reply[];

export type Encoding = "utf8" | "base64";

type JsonValue = string | number | bigint | null | { error: string } | JsonValue[];

const ok = Buffer.from("OK");

/** The `result` of one command. */
export function jsonResult(reply: Reply, encoding: Encoding): JsonValue {
  // Only a command's own "OK" stays as it is: the client decodes every string inside an array, "OK" included.
  if (Buffer.isBuffer(reply) && reply.equals(ok)) return "OK";
  return jsonItem(reply, encoding);
}

function jsonItem(reply: Reply, encoding: Encoding): JsonValue {
  if (reply === null) return null;
  if (typeof reply === "string") return integer(reply);
  if (Buffer.isBuffer(reply)) return reply.toString(encoding);
  if (Array.isArray(reply)) return reply.map((item) => jsonItem(item, encoding));
  return { error: reply.message };
}

/** A value in the witness log: text where the bytes are valid UTF-8, else `{ base64 }`, so that nothing is lost. */
export type WitnessValue = string | number | bigint | null | { base64: string } | { error: string } | WitnessValue[];

export function witnessValue(reply: Reply): WitnessValue {
  if (reply === null) return null;
  if (typeof reply === "string") return integer(reply);
  if (Buffer.isBuffer(reply)) return textOrBase64(reply);
  if (Array.isArray(reply)) return reply.map(witnessValue);
  return { error: reply.message };
}

export function textOrBase64(bytes: Buffer): string | { base64: string } {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : { base64: bytes.toString("base64") };
}

function integer(digits: string): number | bigint {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}
