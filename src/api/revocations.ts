// Revoked capability tokens. Redis knows them; an isolate asks about each token again after a while.
import { epochNowMs, nowMs } from "../clock.ts";
import { type ClientContext, runAnswered } from "../hold/client-context.ts";
import { revokedKey } from "../keys.ts";
import { numberCall, trySetCall } from "../lua/request/calls.ts";
import type { Grant } from "./capability-token.ts";
import { refused } from "./refusal.ts";

// A revoked token is refused everywhere within 30 s.
const KNOWN_FOR_MS = 20_000;
const MOST_KNOWN = 10_000;
// Clocks may differ.
const BEYOND_MS = 600_000;

interface Known {
  readonly isRevoked: boolean;
  readonly until: number;
}

export class Revocations {
  readonly #known = new Map<string, Known>();

  /**
   * Refuses a revoked token, and one that was narrowed from a revoked one.
   * @throws 401 for a revoked token; the error of Redis, if it cannot tell
   */
  async check(client: ClientContext, { tokenId, ancestors }: Grant): Promise<void> {
    const revoked = await Promise.all([tokenId, ...ancestors].map((id) => this.#isRevoked(client, id)));
    if (revoked.includes(true)) throw refused(401, "the token was revoked");
  }

  /** Revokes a token until it has expired. Repeatable. */
  async revoke(client: ClientContext, tokenId: string, expiresAt: number): Promise<void> {
    const lifeMs = Math.max(0, expiresAt - epochNowMs()) + BEYOND_MS;
    const { leaseMs } = client.options;
    const nobody = { channel: revokedKey(tokenId), payload: "" };
    await runAnswered(client, trySetCall(revokedKey(tokenId), tokenId, 1, nobody, lifeMs), leaseMs, [
      "revoke token",
      tokenId,
    ]);
    this.#keep(tokenId, true);
  }

  async #isRevoked(client: ClientContext, id: string): Promise<boolean> {
    const known = this.#known.get(id);
    if (known !== undefined && nowMs() < known.until) return known.isRevoked;
    const { leaseMs } = client.options;
    const isRevoked = (await runAnswered(client, numberCall(revokedKey(id)), leaseMs, ["check token", id])).reply !== 0;
    this.#keep(id, isRevoked);
    return isRevoked;
  }

  #keep(id: string, isRevoked: boolean): void {
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(id, { isRevoked, until: nowMs() + KNOWN_FOR_MS });
  }
}
