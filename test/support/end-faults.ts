// The end of the faults of a test.
import { isVirtual } from "./place.ts";
import { clearFaults, type Endpoint } from "./rest.ts";

/** Longer than a pause between two repeats, and the attempt before it. */
const REPEATED_MS = 30_000;

/**
 * Clears the faults. Clients repeat releases that were lost in the background. In virtual time, it waits until these have
 * arrived: the faults of the next test count requests.
 */
export async function endFaults(endpoint: Endpoint): Promise<void> {
  await clearFaults(endpoint);
  if (isVirtual) await new Promise((resolve) => setTimeout(resolve, REPEATED_MS));
}
