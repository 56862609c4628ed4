// The texts of holds in the API: signed, and checked before anything is sent to Redis.
import type { Context } from "hono";
import type { Texts } from "../access/callers.ts";
import { refused } from "../access/refusal.ts";
import { SigningKeys } from "../access/tokens.ts";
import type { ClientContext } from "../hold/client-context.ts";
import { holdOfKind, parseHold } from "../hold/serialized.ts";
import { type HoldUse, readSignedHold, signHold } from "../hold/signed-hold.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import { kindOfGranted } from "./routes/granted-kinds.ts";

// The longest time that the watchdog keeps a hold, and the hour for which it remembers how a hold ended.
const LONGEST_HOLD_MS = 86_400_000;
const REMEMBERED_MS = 3_600_000;

export class HoldTexts {
  readonly #secretsOf: (c: Context) => Texts;
  readonly #keys = new SigningKeys();

  /** @param secretsOf returns the secrets: the first signs, all verify */
  constructor(secretsOf: (c: Context) => Texts) {
    this.#secretsOf = secretsOf;
  }

  /**
   * Returns a function that signs the text of `held.serialize()` for this principal. Call it before the acquire:
   * without a secret, no lock may be acquired.
   * @param maxHoldMs how long the principal may renew a hold, in ms
   * @throws 503 when the secret is missing or malformed
   */
  async signer(c: Context, principal: string, maxHoldMs?: number): Promise<(serialized: string) => Promise<string>> {
    const [newest = ""] = this.#secretsOf(c);
    const key = await this.#keys.of(newest);
    return function signed(serialized) {
      const hold = parseHold(serialized);
      const lifeMs = maxHoldMs ?? Math.max(LONGEST_HOLD_MS, hold.leaseMs) + REMEMBERED_MS;
      return signHold(key, { principal, use: "hold", lifeMs }, hold);
    };
  }

  /**
   * Reads the hold that a request states.
   * @throws 403 for a text that was not signed here, or for another principal; 409 for an expired text, or one for
   * another use
   */
  async read(c: Context, client: ClientContext, principal: string, use: HoldUse, given: string): Promise<GrantedHold> {
    const keys = await Promise.all(this.#secretsOf(c).map((secret) => this.#keys.of(secret)));
    const told = await readSignedHold(keys, given);
    if (told === undefined) throw refused(403, "the hold was not signed here", { option: "hold" });
    const { hold } = told;
    if (told.principal !== principal) throw refused(403, "the hold is another caller's");
    if (told.use !== use || hold.members !== undefined) throw conflict("the text of the hold is for another use");
    if (told.expired) throw conflict("the text of the hold has expired");
    return holdOfKind(kindOfGranted(client, hold), hold);
  }
}

/** Returns the refusal of a text that was signed here, but not for this request. */
export function conflict(title: string): Error {
  return refused(409, title, { option: "hold" });
}
