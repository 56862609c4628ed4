// The rights of a token. Comparisons take the same time for all tokens, so that the time reveals nothing.

import { createHash, timingSafeEqual } from "node:crypto";
import type { AclUser, AclUsers } from "./acl-users.ts";

export type Access = "full" | "read-only" | AclUser;

export interface TokenOptions {
  readonly token: string;
  readonly readOnlyToken: string;
  /** Accepts the `_token` parameter of a URL. Any page can contain such a link, and histories and logs keep URLs. */
  readonly queryToken: boolean;
  readonly aclUsers: AclUsers;
}

export class Tokens {
  readonly #full: Buffer;
  readonly #readOnly: Buffer;
  readonly #queryToken: boolean;
  readonly #aclUsers: AclUsers;

  constructor({ token, readOnlyToken, queryToken, aclUsers }: TokenOptions) {
    this.#full = digest(token);
    this.#readOnly = digest(readOnlyToken);
    this.#queryToken = queryToken;
    this.#aclUsers = aclUsers;
  }

  /** The header overrides the `_token` parameter. */
  accessOf(authorization: string | undefined, tokenParameter: string | undefined): Access | undefined {
    const parameter = this.#queryToken ? tokenParameter : undefined;
    const bearer = authorization === undefined ? parameter : /^bearer +(.*)$/i.exec(authorization)?.[1];
    // Digests have one length for any input, and both comparisons are always made.
    const sent = digest(bearer ?? "");
    const isFull = timingSafeEqual(sent, this.#full);
    const isReadOnly = timingSafeEqual(sent, this.#readOnly);
    if (bearer === undefined) return undefined;
    return isFull ? "full" : isReadOnly ? "read-only" : this.#aclUsers.userOf(bearer);
  }

  /** Returns the error of a request without access. */
  refusal(tokenParameter: string | undefined): string {
    const refused = "WRONGPASS invalid or missing auth token";
    const link = "https://docs.upstash.com/redis/troubleshooting/http_unauthorized";
    if (tokenParameter === undefined || this.#queryToken) return `${refused}. See ${link} for details.`;
    return `${refused}: send it as an Authorization header, or start the gateway with --query-token to allow ?_token=`;
  }
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
