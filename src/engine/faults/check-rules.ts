// Checks rules that come as plain values.
import { type Check, commandName, probability, requestNumbers, times } from "./fields.ts";
import type { FaultKinds } from "./kinds.ts";
import type { FaultRule } from "./rules.ts";

const triggerOfConnections = { probability, times };
const trigger = { request: requestNumbers, command: commandName, ...triggerOfConnections };

/** Makes the error of a wrong value. `place`: such as `rules[0].times`; `problem`: the rest of the sentence. */
export type Wrong = (place: string, problem: string) => Error;

/**
 * Checks a list of rules. Throws the error that `wrong` makes, for the first wrong field.
 * @param kinds the faults that there may be
 */
export function checkRules<Rule extends FaultRule>(rules: unknown, kinds: FaultKinds, wrong: Wrong): Rule[] {
  function isRules(value: unknown): value is Rule[] {
    return Array.isArray(value) && value.every((rule, index) => checkRule(rule, `rules[${index}]`, kinds, wrong));
  }
  if (!isRules(rules)) throw wrong("rules", "must be an array");
  return rules;
}

function checkRule(rule: unknown, at: string, kinds: FaultKinds, wrong: Wrong): boolean {
  if (!isRecord(rule)) throw wrong(at, "must be an object");
  const { fault, ...given } = rule;
  const kind = typeof fault === "string" && Object.hasOwn(kinds, fault) ? kinds[fault] : undefined;
  if (kind === undefined) throw wrong(`${at}.fault`, `must be one of ${Object.keys(kinds).join(", ")}${got(fault)}`);
  const checks: Readonly<Record<string, Check>> = {
    ...(kind.only === "connections" ? triggerOfConnections : trigger),
    ...kind.fields,
  };
  const unknown = Object.keys(given).find((field) => !Object.hasOwn(checks, field));
  if (unknown !== undefined)
    throw wrong(`${at}.${unknown}`, `is no field of ${fault}; known are ${Object.keys(checks).join(", ")}`);
  for (const [field, { test, want, isRequired }] of Object.entries(checks)) {
    if (!Object.hasOwn(given, field) && isRequired !== true) continue;
    if (!test(given[field], given)) throw wrong(`${at}.${field}`, `must be ${want}`);
  }
  const own = Object.keys(kind.fields);
  if (kind.needsField && !own.some((field) => Object.hasOwn(given, field)))
    throw wrong(at, `needs ${own.join(" or ")}`);
  return true;
}

function got(fault: unknown): string {
  return typeof fault === "string" ? ` (got: ${JSON.stringify(fault.slice(0, 80))})` : "";
}

/** Whether a seed can be drawn from. */
export function isSeed(seed: unknown): seed is number {
  return Number.isSafeInteger(seed);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
