// Whether a caller may do what it asks, before Redis is asked.
import type { Context } from "hono";
import { allows, type Capability, type Verb } from "./capability.ts";
import { type ApiEnv, callerOf } from "./principals.ts";
import { refused } from "./refusal.ts";

/**
 * Notes what the request does, for the audit.
 * @throws 403 unless the caller has the verb, and this name
 */
export function permit(c: Context<ApiEnv>, verb: Verb, name?: string): void {
  c.set("leasehoundAct", { verb, ...(name !== undefined && { name }) });
  mustAllow(callerOf(c), verb, name);
}

/** @throws 403 unless the caller has the verb, and this name */
export function mustAllow(caller: Capability, verb: Verb, name?: string): void {
  if (!allows(caller, verb)) throw refused(403, `this caller may not ${verb}`);
  if (!allows(caller, verb, name)) throw refused(403, "this caller has no lock of this name");
}

/** @throws 403 when a caller asks for more than its limit, naming the field */
export function withinLimit(option: string, value: number, limit: number | undefined): void {
  if (limit !== undefined && value > limit)
    throw refused(403, `${option}: this caller may ask for ${limit} at most`, { option });
}
