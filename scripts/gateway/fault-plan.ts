// Checks the body of `PUT /__faults`: { seed, rules }, or { seed, mix } for the rules of the mix.

import { BadRequest } from "./bad-request.ts";
import { type Check, commandName, maxDelayMs, probability, requestNumbers, times } from "./fault-fields.ts";
import { faultKinds } from "./fault-kinds.ts";
import { faultMix, longestDelayInLeases } from "./fault-mix.ts";
import type { FaultName, FaultPlan, FaultRule } from "./fault-rules.ts";

const trigger = { request: requestNumbers, command: commandName, probability, times };
const maxLeaseMs = maxDelayMs / longestDelayInLeases;

/** Throws a `BadRequest` that names the first wrong field. */
export function checkFaultPlan(value: unknown): FaultPlan {
  if (!isRecord(value)) throw new BadRequest("ERR the body must be an object: { seed, rules } or { seed, mix }");
  const unknown = Object.keys(value).find((field) => !["seed", "rules", "mix"].includes(field));
  if (unknown !== undefined) throw new BadRequest(`ERR unknown field '${unknown}'`);
  const { seed = 0, rules, mix } = value;
  if (!isSeed(seed)) throw new BadRequest("ERR 'seed' must be a whole number");
  if (mix === undefined) return { seed, rules: checkedRules(rules ?? []) };
  if (rules !== undefined) throw new BadRequest("ERR 'mix' stands for rules of its own: it cannot come with 'rules'");
  return { seed, rules: faultMix(leaseOf(mix)) };
}

function isSeed(seed: unknown): seed is number {
  return Number.isSafeInteger(seed);
}

function leaseOf(mix: unknown): number {
  if (!isRecord(mix)) throw new BadRequest("ERR 'mix' must be an object: { leaseMs }");
  const unknown = Object.keys(mix).find((field) => field !== "leaseMs");
  if (unknown !== undefined) throw new BadRequest(`ERR 'mix.${unknown}' is no field of a mix`);
  const { leaseMs } = mix;
  if (typeof leaseMs !== "number" || leaseMs <= 0 || leaseMs > maxLeaseMs)
    throw new BadRequest(`ERR 'mix.leaseMs' must be milliseconds, more than 0 and at most ${maxLeaseMs}`);
  return leaseMs;
}

function checkedRules(rules: unknown): FaultRule[] {
  if (!isRules(rules)) throw new BadRequest("ERR 'rules' must be an array");
  return rules;
}

function isRules(rules: unknown): rules is FaultRule[] {
  return Array.isArray(rules) && rules.every((rule, index) => isRule(rule, `rules[${index}]`));
}

function isRule(rule: unknown, at: string): rule is FaultRule {
  if (!isRecord(rule)) throw new BadRequest(`ERR '${at}' must be an object`);
  const { fault, ...given } = rule;
  if (!isFaultName(fault))
    throw new BadRequest(`ERR '${at}.fault' must be one of ${Object.keys(faultKinds).join(", ")}`);
  const checks: Readonly<Record<string, Check>> = { ...trigger, ...faultKinds[fault].fields };
  const unknown = Object.keys(given).find((field) => !Object.hasOwn(checks, field));
  if (unknown !== undefined) throw new BadRequest(`ERR '${at}.${unknown}' is no field of ${fault}`);
  for (const [field, { test, want, isRequired }] of Object.entries(checks)) {
    if (!Object.hasOwn(given, field) && isRequired !== true) continue;
    if (!test(given[field])) throw new BadRequest(`ERR '${at}.${field}' must be ${want}`);
  }
  return true;
}

function isFaultName(name: unknown): name is FaultName {
  return typeof name === "string" && Object.hasOwn(faultKinds, name);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
