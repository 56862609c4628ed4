// A gateway, used by fetch alone, so that the same tests run in Node and in workerd.

import type { FaultRule } from "../../src/engine/faults/rules.ts";
import type { Counts } from "../../src/tools/gateway/counters.ts";

/** The address of a gateway. Plain data: the global setup provides it to every runtime. */
export interface Endpoint {
  readonly url: string;
  readonly token: string;
}

export interface WitnessedCommand {
  readonly seq: number;
  readonly atMs: number;
  readonly command: string[];
  readonly reply?: unknown;
  readonly error?: string;
  readonly faulted?: string;
}

/** Runs one command as any client does. Throws Redis' own error text. */
export async function command<Result = unknown>(
  { url, token }: Endpoint,
  ...args: (string | number)[]
): Promise<Result> {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(args),
  });
  const body: { result: Result; error?: string } = await response.json();
  if (body.error !== undefined) throw new Error(body.error);
  return body.result;
}

/** Returns the Redis clock, epoch ms. */
export async function redisTime(endpoint: Endpoint): Promise<number> {
  const [seconds = "", micros = ""] = await command<string[]>(endpoint, "TIME");
  return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
}

/** Returns the hash of a lock as an object. */
export function hash(endpoint: Endpoint, key: string): Promise<Record<string, string>> {
  return pairs(endpoint, "HGETALL", key);
}

/** Returns an object for a reply that lists names, each followed by its value. */
export async function pairs(endpoint: Endpoint, ...words: string[]): Promise<Record<string, string>> {
  const flat = await command<string[]>(endpoint, ...words);
  return Object.fromEntries(Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]));
}

/** The forms of faults on another transport than HTTP. */
export interface FaultForm {
  of(rule: FaultRule): FaultRule;
  mix(leaseMs: number): readonly FaultRule[];
}

let form: FaultForm | undefined;

/**
 * Gives all later faults the form of another transport.
 *
 * @returns a function that undoes it. Call it after the file: other files run in the same process
 */
export function everyFaultHas(other: FaultForm): () => void {
  form = other;
  return () => {
    form = undefined;
  };
}

export async function setFaults(endpoint: Endpoint, seed: number, rules: readonly FaultRule[]): Promise<void> {
  await control(endpoint, "PUT", "faults", { seed, rules: rules.map((rule) => form?.of(rule) ?? rule) });
}

/** Sets the gateway's mix: replies lost, requests doubled and late, 5xx. */
export async function setFaultMix(endpoint: Endpoint, seed: number, leaseMs: number): Promise<void> {
  const mix = form === undefined ? { mix: { leaseMs } } : { rules: form.mix(leaseMs) };
  await control(endpoint, "PUT", "faults", { seed, ...mix });
}

export async function clearFaults(endpoint: Endpoint): Promise<void> {
  await control(endpoint, "DELETE", "faults");
}

/** Returns the current rules, each with the number of matches. */
export async function faultRules(endpoint: Endpoint): Promise<readonly (FaultRule & { fired: number })[]> {
  return (await control<{ rules: (FaultRule & { fired: number })[] }>(endpoint, "GET", "faults")).rules;
}

/** Returns how often requests have matched the current rules. */
export async function faultsMet(endpoint: Endpoint): Promise<number> {
  return (await faultRules(endpoint)).reduce((sum, { fired }) => sum + fired, 0);
}

/** Returns the counts of the gateway since its start, or since `resetCounts`. */
export function countsOf(endpoint: Endpoint): Promise<Counts> {
  return control(endpoint, "GET", "counters");
}

export async function resetCounts(endpoint: Endpoint): Promise<void> {
  await control(endpoint, "DELETE", "counters");
}

/** Returns executed commands that contain `text` anywhere, oldest first; those after number `since`. */
export async function witnessed(endpoint: Endpoint, text: string, since = 0): Promise<WitnessedCommand[]> {
  const entries = await control<WitnessedCommand[]>(endpoint, "GET", `witness?since=${since}`);
  return entries.filter(({ command }) => command.some((word) => word.includes(text)));
}

/** Requests one of the gateway's own paths. */
async function control<Answer>({ url, token }: Endpoint, method: string, path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const response = await fetch(`${url}/__${path}`, init);
  if (!response.ok) throw new Error(`the gateway refused ${method} /__${path}: ${await response.text()}`);
  return response.json();
}
