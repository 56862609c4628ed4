// Whether the database may drop locks that are held.
import type { Check, Outcome } from "./check.ts";
import { type Finding, unreadable } from "./finding.ts";
import type { TestedDatabase } from "./tested-database.ts";

/** Runs one command. Throws REDIS_REFUSED, REDIS_UNREACHABLE or OUTCOME_UNKNOWN. */
export type RunCommand = (...words: readonly string[]) => Promise<unknown>;

/** Reads what the database does when its memory is full. */
export async function evictionOf(run: RunCommand): Promise<Finding> {
  const check = "eviction";
  const read = (await policyInInfo(run).catch(() => undefined)) ?? (await policyInConfig(run).catch(() => undefined));
  if (read === undefined) {
    return unreadable(check, "the database refuses it", "check in its console that eviction is switched off");
  }
  const { policy, limitBytes } = read;
  if (policy === "noeviction") return { check, health: "ok", found: "the policy is noeviction: no lock is dropped" };
  if (limitBytes === 0) {
    const found = `the policy is ${policy}, but there is no limit of memory`;
    return { check, health: "warning", found, advice: "set maxmemory-policy to noeviction before you set a limit" };
  }
  const found = `the policy is ${policy}: a full database drops locks that are held`;
  return { check, health: "problem", found, advice: "set maxmemory-policy to noeviction, or switch eviction off" };
}

interface Policy {
  readonly policy: string;
  /** 0: no limit; undefined: not known. */
  readonly limitBytes: number | undefined;
}

async function policyInInfo(run: RunCommand): Promise<Policy | undefined> {
  const text = String(await run("INFO", "memory"));
  const policy = /^maxmemory_policy:(\S+)/m.exec(text)?.[1];
  const limit = /^maxmemory:(\d+)/m.exec(text)?.[1];
  return policy === undefined ? undefined : { policy, limitBytes: limit === undefined ? undefined : Number(limit) };
}

async function policyInConfig(run: RunCommand): Promise<Policy | undefined> {
  const reply = await run("CONFIG", "GET", "maxmemory-policy");
  const policy: unknown = Array.isArray(reply) ? reply[1] : undefined;
  return typeof policy === "string" ? { policy, limitBytes: undefined } : undefined;
}

async function policy(database: TestedDatabase): Promise<Outcome> {
  const { health, found, advice = "" } = await evictionOf((...words) => database.run(...words));
  return { health, found: health === "unknown" ? `${found}; ${advice}` : found };
}

export const EVICTION: Check = {
  name: "eviction",
  means: "when the memory is full, a held lock is dropped, and another caller gets it",
  avoid: "set maxmemory-policy to noeviction, or switch eviction off",
  run: policy,
};
