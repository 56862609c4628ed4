// A gateway as a test sees it, by fetch alone, so that the same tests run in Node and in workerd.

import type { FaultRule } from "../../scripts/gateway/fault-rules.ts";

/** Where a gateway listens. Plain data: it is provided from the global setup to every runtime. */
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

/** Runs one command as any client would. Throws Redis' own error text. */
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

/** The time of Redis, epoch ms. */
export async function redisTime(endpoint: Endpoint): Promise<number> {
  const [seconds = "", micros = ""] = await command<string[]>(endpoint, "TIME");
  return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
}

/** The hash of a lock as an object. */
export function hash(endpoint: Endpoint, key: string): Promise<Record<string, string>> {
  return pairs(endpoint, "HGETALL", key);
}

/** As an object, what a command answers as a list of names, each followed by its value. */
export async function pairs(endpoint: Endpoint, ...words: string[]): Promise<Record<string, string>> {
  const flat = await command<string[]>(endpoint, ...words);
  return Object.fromEntries(Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]));
}

export async function setFaults({ url }: Endpoint, seed: number, rules: readonly FaultRule[]): Promise<void> {
  const response = await fetch(`${url}/__faults`, { method: "PUT", body: JSON.stringify({ seed, rules }) });
  if (!response.ok) throw new Error(`fault rules refused: ${await response.text()}`);
}

/** The gateway's mix: replies lost, requests doubled and late, 5xx. */
export async function setFaultMix({ url }: Endpoint, seed: number, leaseMs: number): Promise<void> {
  const response = await fetch(`${url}/__faults`, { method: "PUT", body: JSON.stringify({ seed, mix: { leaseMs } }) });
  if (!response.ok) throw new Error(`fault mix refused: ${await response.text()}`);
}

export async function clearFaults({ url }: Endpoint): Promise<void> {
  await fetch(`${url}/__faults`, { method: "DELETE" });
}

/** How often requests have met the rules of now. */
export async function faultsMet({ url }: Endpoint): Promise<number> {
  const { rules }: { rules: { fired: number }[] } = await (await fetch(`${url}/__faults`)).json();
  return rules.reduce((sum, { fired }) => sum + fired, 0);
}

/** Executed commands that name `text` anywhere, oldest first; those after the one numbered `since`. */
export async function witnessed({ url }: Endpoint, text: string, since = 0): Promise<WitnessedCommand[]> {
  const entries: WitnessedCommand[] = await (await fetch(`${url}/__witness?since=${since}`)).json();
  return entries.filter(({ command }) => command.some((word) => word.includes(text)));
}
