// Keeps a request pending between two events of a test, by the fault "hold-back", or "late-order" over TCP: independent
// of times on a slow machine.
import { eventually } from "./eventually.ts";
import { clearFaults, type Endpoint, faultsMet, witnessed } from "./rest.ts";

const LATE: ReadonlySet<string> = new Set(["hold-back", "late-order"]);

/** Resolves when requests have matched the current rules so often. */
export async function met(endpoint: Endpoint, times = 1): Promise<void> {
  await eventually(async () => (await faultsMet(endpoint)) >= times);
}

/** Releases all held requests, and resolves when Redis has executed one that contains `text`. */
export async function letGo(endpoint: Endpoint, text: string, since = 0): Promise<void> {
  await clearFaults(endpoint);
  await executed(endpoint, text, since);
}

/**
 * Resolves when Redis has executed a request that was held back, or whose reply is, and that contains `text`.
 * @param since the number of the last earlier command: a gateway of many tests has many
 */
export async function executed(endpoint: Endpoint, text: string, since = 0): Promise<void> {
  await eventually(async () => (await witnessed(endpoint, text, since)).some(({ faulted = "" }) => LATE.has(faulted)));
}
