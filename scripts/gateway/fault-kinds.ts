// The table of faults: the fields of their rules and their effects. Several faults of one request act in the order of
// this table, stage by stage (see exchange.ts). Where two exclude each other, the later one acts.

import type { Exchange } from "./exchange.ts";
import { byteCount, type Checks, delay, flag, line, required, retryAfter, status, text } from "./fault-fields.ts";
import type { FaultDetails, FaultName, FaultRuleOf } from "./fault-rules.ts";
import type { HttpAnswer } from "./http-answer.ts";

/** A reply that replaces the request's own. */
export interface Substitute {
  readonly answer: HttpAnswer;
  readonly executes: boolean;
}

interface FaultKind<Name extends FaultName> {
  readonly fields: Checks<FaultDetails[Name]>;
  /** Undefined: it affects commands and streams. */
  readonly only?: "commands" | "streams";
  /** It acts between the execution and the client's reply: the witness marks the commands. */
  readonly isMarked?: true;
  beforeExecuting?(exchange: Exchange, rule: FaultRuleOf<Name>): Promise<void> | void;
  substitute?(rule: FaultRuleOf<Name>): Substitute;
  /** Returns the delay of a copy after the first execution. */
  copyAfterMs?(rule: FaultRuleOf<Name>): number;
  rewrite?(answer: HttpAnswer, rule: FaultRuleOf<Name>, exchange: Exchange): Promise<HttpAnswer> | HttpAnswer;
  beforeReply?(exchange: Exchange, rule: FaultRuleOf<Name>): Promise<void> | void;
  /** Infinity: the line is never written. */
  lineDelayMs?(rule: FaultRuleOf<Name>): number;
  /** Returns the time from a stream's confirmation to its end. */
  cutAfterMs?(rule: FaultRuleOf<Name>): number;
}

export const faultKinds: { readonly [Name in FaultName]: FaultKind<Name> } = {
  "drop-before": {
    fields: {},
    beforeExecuting: (exchange) => exchange.drop(),
  },
  delay: {
    fields: { delayMs: delay, replyDelayMs: delay },
    beforeExecuting: (exchange, rule) => exchange.pause(rule.delayMs ?? 0),
    beforeReply: (exchange, rule) => exchange.pause(rule.replyDelayMs ?? 0),
    lineDelayMs: (rule) => rule.replyDelayMs ?? 0,
  },
  "hold-back": {
    fields: { reply: required(flag) },
    only: "commands",
    isMarked: true,
    beforeExecuting: (exchange, { reply }) => (reply ? undefined : exchange.untilRulesChange()),
    beforeReply: (exchange, { reply }) => (reply ? exchange.untilRulesChange() : undefined),
  },
  duplicate: {
    fields: { delayMs: delay },
    only: "commands",
    copyAfterMs: (rule) => rule.delayMs ?? 0,
  },
  answer: {
    fields: {
      status: required(status),
      body: text,
      contentType: line,
      retryAfter,
      location: line,
      executes: flag,
    },
    isMarked: true,
    substitute: (rule) => ({ answer: substituteOf(rule), executes: rule.executes ?? false }),
  },
  "swap-replies": {
    fields: { delayMs: required(delay) },
    only: "commands",
    isMarked: true,
    rewrite: (answer, rule, exchange) => exchange.swap(rule, answer),
  },
  "replay-reply": {
    fields: {},
    only: "commands",
    isMarked: true,
    rewrite: (answer, _, exchange) => exchange.replyBefore() ?? answer,
  },
  "stall-body": {
    fields: { atByte: required(byteCount) },
    only: "commands",
    isMarked: true,
    rewrite: (answer, { atByte }) => ({ ...answer, cut: { atByte, closes: false } }),
  },
  "cut-body": {
    fields: { atByte: required(byteCount) },
    only: "commands",
    isMarked: true,
    rewrite: (answer, { atByte }) => ({ ...answer, cut: { atByte, closes: true } }),
  },
  "drop-reply": {
    fields: {},
    isMarked: true,
    beforeReply: (exchange) => exchange.drop(),
  },
  "freeze-stream": {
    fields: { beforeConfirmation: flag },
    only: "streams",
    lineDelayMs: () => Number.POSITIVE_INFINITY,
  },
  "cut-stream": {
    fields: { delayMs: required(delay) },
    only: "streams",
    cutAfterMs: (rule) => rule.delayMs,
  },
};

const order = Object.keys(faultKinds);

export function kindOf<Name extends FaultName>(rule: FaultRuleOf<Name>): FaultKind<Name> {
  return faultKinds[rule.fault];
}

/** Returns its place in the table. */
export function placeOf({ fault }: { readonly fault: FaultName }): number {
  return order.indexOf(fault);
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
