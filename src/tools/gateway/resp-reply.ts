// Replies to a client of RESP that are no replies of Redis: those of fault rules, and errors of the gateway.
import { ErrorReply } from "@redis/client";
import type { ExchangeParts } from "../../engine/faults/exchange.ts";
import type { EarlierAnswers } from "./earlier-answers.ts";
import { JsonNumber, parseJson, stringifyJson } from "./exact-json.ts";
import { cutAnswer, type HttpAnswer, maxBytes, tooLarge } from "./http.ts";
import { type Protocol, type Reply, resp2 } from "./reply.ts";
import { NIL } from "./resp3.ts";
import type { Timers } from "./timers.ts";

export function respError(message: string): Buffer {
  return resp2(new ErrorReply(message));
}

/** Only the body of an answer reaches a client of RESP. */
export function respAnswer(body: Buffer): HttpAnswer {
  const whole = body.length > maxBytes ? respError(tooLarge(body.length)) : body;
  return { status: 200, headers: {}, body: whole };
}

/** Redis is away, or went away during the command: the connection ends, as one to Redis would. */
export const lostRedis: HttpAnswer = { ...respAnswer(Buffer.alloc(0)), cut: { atByte: 0, closes: true } };

/** The parts that exchanges over RESP share. */
export interface RespShared {
  readonly timers: Timers;
  readonly earlier: Readonly<Record<Protocol, EarlierAnswers>>;
}

/** The parts of an exchange in the protocol that is in force when they are used. */
export function partsInProtocol(
  { timers, earlier }: RespShared,
  inForce: () => Protocol,
  rulesChange: Promise<void>,
): ExchangeParts<HttpAnswer> {
  const write = (reply: Reply): Buffer => (inForce() === "resp3" ? resp2(reply, NIL) : resp2(reply));
  return {
    rulesChange,
    timers,
    get swaps() {
      return earlier[inForce()].swaps;
    },
    replyOf: (given) => translated(JSON.stringify(given), write),
    answerOf: ({ body = "" }) => translated(body, write),
    cut: cutAnswer,
  };
}

/**
 * Translates the answer of a rule. What is neither `{ error }` nor `{ result }` is sent as it is, and is no RESP. No
 * client could understand what follows, so it is a reply that never ends.
 */
function translated(text: string, write: (reply: Reply) => Buffer): HttpAnswer {
  const reply = replyIn(text);
  if (reply !== undefined) return respAnswer(write(reply));
  const body = Buffer.from(`${text}\n`);
  return { ...respAnswer(body), cut: { atByte: body.length - 1, closes: false } };
}

function replyIn(text: string): Reply | undefined {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  if ("error" in value && typeof value.error === "string") return new ErrorReply(value.error);
  if (!("result" in value)) return undefined;
  return value.result === "OK" ? "OK" : fromJson(value.result);
}

/** Integers are a string of their digits in a `Reply`. */
function fromJson(value: unknown): Reply {
  if (value === null || value === false) return null;
  if (value === true) return "1";
  if (value instanceof JsonNumber) return /^-?\d+$/.test(value.text) ? value.text : Buffer.from(value.text);
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== "object") return Buffer.from(String(value));
  if (!("error" in value)) return Buffer.from(stringifyJson(value));
  return new ErrorReply(typeof value.error === "string" ? value.error : stringifyJson(value.error));
}
