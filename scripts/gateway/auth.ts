// Who may do what: the token of a request, compared without telling by the time taken how much of it was right.

import { createHash, timingSafeEqual } from "node:crypto";

export type Access = "full" | "read-only";

export class Tokens {
  readonly #full: Buffer;
  readonly #readOnly: Buffer;

  constructor(token: string, readOnlyToken: string) {
    this.#full = digest(token);
    this.#readOnly = digest(readOnlyToken);
  }

  /** The header counts before the `_token` parameter. */
  accessOf(authorization: string | undefined, tokenParameter: string | undefined): Access | undefined {
    const bearer = authorization === undefined ? tokenParameter : /^bearer +(.*)$/i.exec(authorization)?.[1];
    // Digests have one length whatever was sent, and both comparisons are always made.
    const sent = digest(bearer ?? "");
    const isFull = timingSafeEqual(sent, this.#full);
    const isReadOnly = timingSafeEqual(sent, this.#readOnly);
    if (bearer === undefined) return undefined;
    return isFull ? "full" : isReadOnly ? "read-only" : undefined;
  }
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
