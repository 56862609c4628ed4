// The option that sends the scripts of one tick together.
import { sendTogether } from "./batch.ts";
import type { Sender } from "./script-port.ts";

// Only in types: without it, any value would fit an interface whose members are all internal.
declare const opaque: unique symbol;

/** Sends scripts of one tick together: the result of `pipelining()`. */
export interface Pipelining {
  /** @hidden */
  readonly [opaque]?: "Pipelining";
  /** @internal */
  readonly sender: Sender;
}

/**
 * Lets the scripts that a client starts in one tick share a request: for code with many locks in flight, such as a
 * consumer of batches of messages. It saves requests and CPU; Upstash bills the same commands. A lost request leaves
 * the outcome of up to 100 scripts unknown; each is then repeated under its own id, as without pipelining. In a Worker,
 * only scripts of one invocation share a request.
 * @returns the value for `createClient({ pipelining })` and `createLocks({ pipelining })`
 * @example
 * const locks = createLocks({ redis: { url, token }, pipelining: pipelining() });
 */
export function pipelining(): Pipelining {
  return { sender: (endpoint) => sendTogether(endpoint, nonceOfScript) };
}

/** Returns the first argument of EVALSHA or EVAL, behind the number of its keys and the keys. */
function nonceOfScript(command: readonly string[]): string | undefined {
  return command[3 + Number(command[2])];
}
