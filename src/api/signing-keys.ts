// The keys that are derived from the API's secrets for one use, derived once each.
import { type SigningKey, signingKey } from "../hold/signing-key.ts";

// Enough for a rotation, and for environments that share an isolate.
const MAX_KEYS = 16;

export class SigningKeys {
  readonly #label: string | undefined;
  readonly #keys = new Map<string, SigningKey>();

  /** @param label that of the use; default: the texts of holds */
  constructor(label?: string) {
    this.#label = label;
  }

  async of(secret: string): Promise<SigningKey> {
    const known = this.#keys.get(secret);
    if (known !== undefined) return known;
    const key = await signingKey(secret, this.#label);
    if (this.#keys.size >= MAX_KEYS) this.#keys.clear();
    this.#keys.set(secret, key);
    return key;
  }
}
