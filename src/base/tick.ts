// The end of a tick, for what one tick starts and one request sends.

// The calls that a request answers need 3 to 10 microtasks to return to their callers, who may then send again.
const HOPS = 16;

/** Resolves in the microtasks of the call that asks, when the others of its tick have asked, too. */
export async function endOfTick(): Promise<void> {
  for (let hop = 0; hop < HOPS; hop += 1) await undefined;
}
