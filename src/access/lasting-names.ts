// Some keys in Redis stay for ever, one for each name: the latest token of a fenced lock, and the number of permits of
// a semaphore. So a principal may create them for a limited number of names. Each name takes one place of the
// principal: a permit of an internal semaphore, whose id follows from the name.
import { type ClientContext, runAnswered } from "../hold/client-context.ts";
import { ROOT } from "../hold/signed-hold.ts";
import { type LockName, lastingNamesKey } from "../keys.ts";
import { acquirePermitsCall, setPermitsCall } from "../lua/permit-expirable/calls.ts";
import { asHex } from "../redis/hex.ts";
import { refused } from "./refusal.ts";

const MOST_NAMES = 1_000;
const MOST_KNOWN = 10_000;
const PLACE_ID_BYTES = 16;
// A hundred years.
const PLACE_MS = 3_155_760_000_000;
const RETRY_AFTER_S = 3_600;

export class LastingNames {
  // An isolate asks Redis once about each name.
  readonly #known = new Set<string>();

  /**
   * Refuses a principal that has used all its places, unless it has used this name. Root is not limited.
   * @throws 429 TOO_MANY_NAMES; the error of Redis, if it does not answer
   */
  async admit(client: ClientContext, principal: string, { name, key: lockKey }: LockName): Promise<void> {
    const known = JSON.stringify([principal, lockKey]);
    if (principal === ROOT || this.#known.has(known)) return;
    const key = lastingNamesKey(principal);
    const run = async <Reply>(call: Parameters<typeof runAnswered<Reply>>[1]): Promise<Reply> =>
      (await runAnswered(client, call, client.options.leaseMs, ["count name", name])).reply;
    await run(setPermitsCall(key, "try", MOST_NAMES, crypto.randomUUID()));
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lockKey));
    const id = asHex(new Uint8Array(digest, 0, PLACE_ID_BYTES));
    const { kind } = await run(acquirePermitsCall({ key, ids: [id], leaseMs: PLACE_MS }, false));
    if (kind !== "held") {
      throw refused(429, `this caller has used ${MOST_NAMES} names of fenced locks and semaphores`, {
        ...{ code: "TOO_MANY_NAMES", retryAfterS: RETRY_AFTER_S },
      });
    }
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.add(known);
  }
}
