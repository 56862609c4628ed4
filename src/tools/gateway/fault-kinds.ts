// The table of the gateway's faults: with those of HTTP and TCP.
import { Faults } from "../../engine/faults/faults.ts";
import { type Check, flag, required } from "../../engine/faults/fields.ts";
import { type KindsOf, neutralKinds } from "../../engine/faults/kinds.ts";
import type { FaultDetails, FaultRule, FaultRuleOf } from "./fault-rules.ts";
import type { HttpAnswer } from "./http.ts";

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
/** Excludes every character that could end a header and start another one. */
const isLine = (value: unknown) => typeof value === "string" && /^[\x20-\x7e]+$/.test(value);

const byteCount: Check = { test: (v) => isWhole(v) && v >= 0, want: "a whole number from 0" };
const text: Check = { test: (v) => typeof v === "string", want: "a string" };
const line: Check = { test: isLine, want: "one line of printable ASCII" };
const retryAfter: Check = {
  test: (v) => (isWhole(v) && v >= 0) || isLine(v),
  want: "whole seconds, or one line of printable ASCII",
};
const status: Check = {
  // Below 200 it would not be the final response, and these three have no body.
  test: (v) => isWhole(v) && v >= 200 && v <= 599 && ![204, 205, 304].includes(v),
  want: "a status from 200 to 599 that has a body",
};

const neutral = neutralKinds<HttpAnswer>();

/** The order is that in which they act, stage by stage. */
export const faultKinds: KindsOf<FaultDetails, HttpAnswer> = {
  "drop-before": neutral["drop-before"],
  reset: {
    fields: {},
    effect: () => ({ beforeExecuting: (request) => request.drop("resetAndDestroy") }),
  },
  delay: neutral.delay,
  "hold-back": neutral["hold-back"],
  "late-order": neutral["late-order"],
  duplicate: neutral.duplicate,
  reply: neutral.reply,
  answer: {
    fields: {
      status: required(status),
      body: text,
      contentType: line,
      retryAfter,
      location: line,
      executes: flag,
    },
    effect: (rule) => ({
      isMarked: true,
      substitute: {
        reply: (request) => request.translated(substituteOf(rule)),
        executes: rule.executes ?? false,
      },
    }),
  },
  "swap-replies": neutral["swap-replies"],
  "replay-reply": neutral["replay-reply"],
  "stall-body": {
    fields: { atByte: required(byteCount) },
    only: "commands",
    effect: ({ atByte }) => ({ isMarked: true, rewrite: (answer) => ({ ...answer, cut: { atByte, closes: false } }) }),
  },
  "cut-body": {
    fields: { atByte: required(byteCount) },
    only: "commands",
    effect: ({ atByte }) => ({ isMarked: true, rewrite: (answer) => ({ ...answer, cut: { atByte, closes: true } }) }),
  },
  "drop-reply": neutral["drop-reply"],
  "freeze-stream": neutral["freeze-stream"],
  "cut-stream": neutral["cut-stream"],
  refuse: { fields: {}, only: "connections", effect: () => ({}) },
};

export type GatewayFaults = Faults<FaultRule, HttpAnswer>;

export function newFaults(): GatewayFaults {
  return new Faults<FaultRule, HttpAnswer>(faultKinds);
}

/** Without a sync token, like the reply of a proxy. */
function substituteOf(rule: FaultRuleOf<"answer">): HttpAnswer {
  const headers = {
    "content-type": rule.contentType ?? "application/json",
    ...(rule.retryAfter !== undefined && { "retry-after": `${rule.retryAfter}` }),
    ...(rule.location !== undefined && { location: rule.location }),
  };
  return { status: rule.status, headers, body: Buffer.from(rule.body ?? "") };
}
