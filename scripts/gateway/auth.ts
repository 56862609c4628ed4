// Who may do what: the token of a request, compared without telling by the time taken how much of it was right.

import { createHash, timingSafeEqual } from "node:crypto";

export type Access = "full" | "read-only";

export interface TokenOptions {
  readonly token: string;
  readonly readOnlyToken: string;
  /**
   * Whether the `_token` parameter of a URL counts. A link on any page can carry one, and URLs end in histories and
   * logs.
   */
  readonly queryToken: boolean;
}

export class Tokens {
  readonly #full: Buffer;
  readonly #readOnly: Buffer;
  readonly #queryToken: boolean;

  constructor({ token, readOnlyToken, queryToken }: TokenOptions) {
    this.#full = digest(token);
    this.#readOnly = digest(readOnlyToken);
    this.#queryToken = queryToken;
  }

  /** The header counts before the `_token` parameter. */
  accessOf(authorization: string | undefined, tokenParameter: string | undefined): Access | undefined {
    const parameter = this.#queryToken ? tokenParameter : undefined;
    const bearer = authorization === undefined ? parameter : /^bearer +(.*)$/i.exec(authorization)?.[1];
    // Digests have one length whatever was sent, and both comparisons are always made.
    const sent = digest(bearer ?? "");
    const isFull = timingSafeEqual(sent, this.#full);
    const isReadOnly = timingSafeEqual(sent, this.#readOnly);
    if (bearer === undefined) return undefined;
    return isFull ? "full" : isReadOnly ? "read-only" : undefined;
  }

  /** What a request without access is told. */
  refusal(tokenParameter: string | undefined): string {
    const refused = "WRONGPASS invalid or missing auth token";
    if (tokenParameter === undefined || this.#queryToken) return refused;
    return `${refused}: send it as an Authorization header, or start the gateway with --query-token to allow ?_token=`;
  }
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
