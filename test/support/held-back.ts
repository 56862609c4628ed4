// Between two events that a test orders, a request is kept on its way by the fault "hold-back": no times, however slow
// a machine is.
import { eventually } from "./eventually.ts";
import { clearFaults, type Endpoint, faultsMet, witnessed } from "./rest.ts";

/** Resolves when requests have met the rules of now so often. */
export async function met(endpoint: Endpoint, times = 1): Promise<void> {
  await eventually(async () => (await faultsMet(endpoint)) >= times);
}

/** Lets go whatever is held back, and resolves when Redis has executed such a request that names `text`. */
export async function letGo(endpoint: Endpoint, text: string): Promise<void> {
  await clearFaults(endpoint);
  await executed(endpoint, text);
}

/** Resolves when Redis has executed a request that was held back, or whose reply is, and that names `text`. */
export async function executed(endpoint: Endpoint, text: string): Promise<void> {
  await eventually(async () => (await witnessed(endpoint, text)).some(({ faulted }) => faulted === "hold-back"));
}
