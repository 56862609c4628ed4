// The table of faults: what each does and which fields its rules take. A new fault is one more entry.

import { BadRequest } from "./bad-request.ts";
import type { Exchange } from "./exchange.ts";

export interface FaultRule {
  readonly fault: FaultName;
  /** Its number, counted from 1 since the rules were set. A request that was refused before (401, malformed) has none. */
  readonly request?: number | readonly number[];
  /** The command, or any of a pipeline's; SUBSCRIBE or PSUBSCRIBE for a stream. In any case. */
  readonly command?: string;
  /** 0 to 1; drawn from the seed. */
  readonly probability?: number;
  /** How often at most. */
  readonly times?: number;
  /** delay: before executing. */
  readonly delayMs?: number;
  /** delay: before the response, and before every line of a stream. */
  readonly replyDelayMs?: number;
  /** freeze-stream: nothing is written at all, not even the confirmation. */
  readonly beforeConfirmation?: boolean;
}

export type FaultName = "drop-before" | "drop-reply" | "delay" | "freeze-stream";

interface FaultKind {
  readonly fields: readonly (keyof FaultRule)[];
  /** Only streams meet it. */
  readonly onStreams?: true;
  beforeExecuting?(exchange: Exchange, rule: FaultRule): Promise<void> | void;
  beforeReply?(exchange: Exchange, rule: FaultRule): Promise<void> | void;
  /** Infinity: the line is never written. */
  lineDelayMs?(rule: FaultRule): number;
}

export const faultKinds: Readonly<Record<FaultName, FaultKind>> = {
  "drop-before": {
    fields: [],
    beforeExecuting: (exchange) => exchange.drop(),
  },
  "drop-reply": {
    fields: [],
    beforeReply: (exchange) => exchange.drop(),
  },
  delay: {
    fields: ["delayMs", "replyDelayMs"],
    beforeExecuting: (exchange, rule) => exchange.pause(rule.delayMs ?? 0),
    beforeReply: (exchange, rule) => exchange.pause(rule.replyDelayMs ?? 0),
    lineDelayMs: (rule) => rule.replyDelayMs ?? 0,
  },
  "freeze-stream": {
    fields: ["beforeConfirmation"],
    onStreams: true,
    lineDelayMs: () => Number.POSITIVE_INFINITY,
  },
};

const trigger: readonly (keyof FaultRule)[] = ["fault", "request", "command", "probability", "times"];

const isPositiveInteger = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;
const isDelay = (value: unknown) => typeof value === "number" && value >= 0 && value <= 3_600_000;

const checks: Readonly<Record<keyof FaultRule, { test(value: unknown): boolean; want: string }>> = {
  fault: {
    test: (v) => typeof v === "string" && Object.hasOwn(faultKinds, v),
    want: Object.keys(faultKinds).join(", "),
  },
  request: {
    test: (v) => isPositiveInteger(v) || (Array.isArray(v) && v.length > 0 && v.every(isPositiveInteger)),
    want: "a number from 1, or an array of them",
  },
  command: { test: (v) => typeof v === "string" && v !== "", want: "a command name" },
  probability: { test: (v) => typeof v === "number" && v >= 0 && v <= 1, want: "a number from 0 to 1" },
  times: { test: isPositiveInteger, want: "a whole number from 1" },
  delayMs: { test: isDelay, want: "milliseconds, at most an hour" },
  replyDelayMs: { test: isDelay, want: "milliseconds, at most an hour" },
  beforeConfirmation: { test: (v) => typeof v === "boolean", want: "true or false" },
};

export interface FaultPlan {
  readonly seed: number;
  readonly rules: readonly FaultRule[];
}

/** What `PUT /__faults` takes. Throws a `BadRequest` that names the first wrong field. */
export function checkFaultPlan(value: unknown): FaultPlan {
  if (!isRecord(value)) throw new BadRequest("ERR the body must be an object: { seed, rules }");
  const unknown = Object.keys(value).find((field) => field !== "seed" && field !== "rules");
  if (unknown !== undefined) throw new BadRequest(`ERR unknown field '${unknown}'`);
  const { seed = 0, rules = [] } = value;
  if (!isSeed(seed)) throw new BadRequest("ERR 'seed' must be a whole number");
  if (!isRules(rules)) throw new BadRequest("ERR 'rules' must be an array");
  return { seed, rules };
}

function isSeed(seed: unknown): seed is number {
  return Number.isSafeInteger(seed);
}

function isRules(rules: unknown): rules is FaultRule[] {
  return Array.isArray(rules) && rules.every((rule, index) => isRule(rule, `rules[${index}]`));
}

function isRule(rule: unknown, at: string): rule is FaultRule {
  if (!isRecord(rule)) throw new BadRequest(`ERR '${at}' must be an object`);
  if (!isFaultName(rule["fault"])) throw new BadRequest(`ERR '${at}.fault' must be one of ${checks.fault.want}`);
  const allowed = [...trigger, ...faultKinds[rule["fault"]].fields];
  for (const [field, value] of Object.entries(rule)) {
    const known = allowed.find((name) => name === field);
    if (known === undefined) throw new BadRequest(`ERR '${at}.${field}' is no field of ${rule["fault"]}`);
    if (!checks[known].test(value)) throw new BadRequest(`ERR '${at}.${field}' must be ${checks[known].want}`);
  }
  return true;
}

function isFaultName(name: unknown): name is FaultName {
  return checks.fault.test(name);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
