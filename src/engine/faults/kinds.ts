// The table of faults: the fields of each, with their valid values, and its effect.
import type { Affected, Effect } from "./effect.ts";
import {
  byteCount,
  type Check,
  type Checks,
  delay,
  errorText,
  flag,
  json,
  line,
  required,
  retryAfter,
  status,
  text,
} from "./fields.ts";
import type { FaultDetails, FaultName, FaultRule, FaultRuleOf } from "./rules.ts";

/** The fields that a rule of a fault may have, and its effect. */
export interface FaultKind<Rule = FaultRule> {
  readonly fields: Readonly<Record<string, Check>>;
  /** Undefined: it affects commands and streams. */
  readonly only?: Affected;
  /** Without any of its fields it would do nothing. */
  readonly needsField?: true;
  /** It is about the bytes of HTTP or TCP. */
  readonly needsBytes?: true;
  effect(rule: Rule): Effect;
}

/** Faults by name. */
export type FaultKinds = Readonly<Record<string, FaultKind>>;

type KindOf<Name extends FaultName> = FaultKind<FaultRuleOf<Name>> & { readonly fields: Checks<FaultDetails[Name]> };

const kinds: { readonly [Name in FaultName]: KindOf<Name> } = {
  "drop-before": { fields: {}, effect: () => ({ beforeExecuting: (request) => request.drop() }) },
  reset: {
    fields: {},
    needsBytes: true,
    effect: () => ({ beforeExecuting: (request) => request.drop("resetAndDestroy") }),
  },
  delay: {
    fields: { delayMs: delay, replyDelayMs: delay },
    needsField: true,
    effect: ({ delayMs = 0, replyDelayMs = 0 }) => ({
      beforeExecuting: (request) => request.pause(delayMs),
      beforeReply: (request) => request.pause(replyDelayMs),
      lineDelayMs: replyDelayMs,
    }),
  },
  "hold-back": {
    fields: { reply: required(flag) },
    only: "commands",
    effect: ({ reply }) => ({
      isMarked: true,
      beforeExecuting: (request) => (reply ? undefined : request.untilRulesChange()),
      beforeReply: (request) => (reply ? request.untilRulesChange() : undefined),
    }),
  },
  "late-order": {
    fields: { delayMs: delay },
    only: "commands",
    effect: ({ delayMs }) => ({
      isMarked: true,
      beforeExecuting(request) {
        request.loseClient();
        return delayMs === undefined ? request.untilRulesChange() : request.pause(delayMs);
      },
    }),
  },
  duplicate: {
    fields: { delayMs: delay },
    only: "commands",
    effect: ({ delayMs = 0 }) => ({ copyAfterMs: delayMs }),
  },
  reply: {
    fields: { error: errorText, result: json, executes: flag },
    effect: ({ error, result = null, executes = false }) => ({
      isMarked: true,
      substitute: { reply: (make) => make.replyOf(error === undefined ? { result } : { error }), executes },
    }),
  },
  answer: {
    fields: { status: required(status), body: text, contentType: line, retryAfter, location: line, executes: flag },
    needsBytes: true,
    effect: (rule) => ({
      isMarked: true,
      substitute: { reply: (make) => make.answerOf?.(rule), executes: rule.executes ?? false },
    }),
  },
  "swap-replies": {
    fields: { delayMs: required(delay) },
    only: "commands",
    effect: (rule) => ({ isMarked: true, rewrite: (reply, request) => request.swap(rule, reply) }),
  },
  "replay-reply": {
    fields: {},
    only: "commands",
    effect: () => ({ isMarked: true, rewrite: (reply, request) => request.replyBefore() ?? reply }),
  },
  "stall-body": cutting(false),
  "cut-body": cutting(true),
  "drop-reply": {
    fields: {},
    effect: () => ({ isMarked: true, beforeReply: (request) => request.drop() }),
  },
  "freeze-stream": {
    fields: { beforeConfirmation: flag },
    only: "streams",
    effect: ({ beforeConfirmation = false }) => ({
      lineDelayMs: Number.POSITIVE_INFINITY,
      holdsConfirmation: beforeConfirmation,
    }),
  },
  "cut-stream": {
    fields: { delayMs: required(delay) },
    only: "streams",
    effect: ({ delayMs }) => ({ cutAfterMs: delayMs }),
  },
  refuse: { fields: {}, only: "connections", needsBytes: true, effect: () => ({}) },
};

function cutting(closes: boolean): KindOf<"stall-body" | "cut-body"> {
  return {
    fields: { atByte: required(byteCount) },
    only: "commands",
    needsBytes: true,
    effect: ({ atByte }) => ({ isMarked: true, rewrite: (reply, request) => request.cut(reply, { atByte, closes }) }),
  };
}

/** All faults, in the order in which they act, stage by stage. Where two exclude each other, the later one acts. */
export const faultKinds: Readonly<Record<FaultName, FaultKind>> = kinds;

/** The faults that are about no bytes. */
export const neutralKinds: FaultKinds = Object.fromEntries(
  Object.entries(faultKinds).filter(([, { needsBytes }]) => needsBytes !== true),
);
