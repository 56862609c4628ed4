// Between two events that a test orders, a request is kept on its way by the fault "hold-back": no times, however slow a machine is.
import { eventually } from "./eventually.ts";
import { clearFaults, type Endpoint, faultsMet, witnessed } from "./rest.ts";

/** Resolves when requests have met the rules of now so often. */
export async function met(endpoint: Endpoint, times = 1): Promise<void> {
  await eventually(async () => (await faultsMet(endpoint)) >= times);
}

/** Lets go whatever is held back, and resolves when Redis has executed so many such requests that name `text`. */
export async function letGo(endpoint: Endpoint, text: string, requests = 1): Promise<void> {
  await clearFaults(endpoint);
  await eventually(async () => {
    const executed = await witnessed(endpoint, text);
    return executed.filter(({ faulted }) => faulted === "hold-back").length >= requests;
  });
}
