// The fields and the effects of each fault that is about no bytes.
import type { Affected, Effect } from "./effect.ts";
import { type Check, type Checks, delay, errorText, flag, json, required } from "./fields.ts";
import type { NeutralDetails, RuleOf, Trigger } from "./rules.ts";

/** A rule of any fault. */
export interface AnyRule extends Trigger {
  readonly fault: string;
}

/** The fields that a rule of this fault may have. */
export interface FaultForm {
  readonly fields: Readonly<Record<string, Check>>;
  /** Undefined: it affects commands and streams. */
  readonly only?: Affected;
  /** Without any of its fields it would do nothing. */
  readonly needsField?: true;
}

interface FaultKind<Rule, Reply> extends FaultForm {
  effect(rule: Rule): Effect<Reply>;
}

/** The faults, in the order in which they act, stage by stage. Where two exclude each other, the later one acts. */
export type FaultKinds<Rule, Reply> = Readonly<Record<string, FaultKind<Rule, Reply>>>;

/** The same, with the fields of each. */
export type KindsOf<Details, Reply> = {
  readonly [Name in keyof Details]: FaultKind<RuleOf<Details, Name>, Reply> & {
    readonly fields: Checks<Details[Name]>;
  };
};

/** Returns the faults that are about no bytes. */
export function neutralKinds<Reply>(): KindsOf<NeutralDetails, Reply> {
  return {
    "drop-before": { fields: {}, effect: () => ({ beforeExecuting: (request) => request.drop() }) },
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
        substitute: {
          reply: (request) => request.replyOf(error === undefined ? { result } : { error }),
          executes,
        },
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
  };
}
