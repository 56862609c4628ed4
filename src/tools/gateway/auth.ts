// The tokens: their rights, also those of users of Redis' own access control list. Comparisons take the same time for
// all tokens, so that the time reveals nothing.
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ErrorReply } from "@redis/client";
import type { Link } from "./database.ts";
import { RedisLink } from "./redis-link.ts";

/** Returns a secret that nobody guesses: 43 characters that need no quoting in a shell, a URL or a header. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

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
    const access = this.#accessOfToken(bearer ?? "");
    return bearer === undefined ? undefined : access;
  }

  /** A token is the password of the user `default`, or of its own user of Redis' access control list. */
  accessOfPassword(user: string, password: string): Access | undefined {
    const access = this.#accessOfToken(password);
    const isOwn = typeof access === "object" && access.name === user;
    return user === "default" || isOwn ? access : undefined;
  }

  /** Returns the error of a request without access. */
  refusal(tokenParameter: string | undefined): string {
    const refused = "WRONGPASS invalid or missing auth token";
    const link = "https://docs.upstash.com/redis/troubleshooting/http_unauthorized";
    if (tokenParameter === undefined || this.#queryToken) return `${refused}. See ${link} for details.`;
    return `${refused}: send it as an Authorization header, or start the gateway with --query-token to allow ?_token=`;
  }

  #accessOfToken(token: string): Access | undefined {
    // Digests have one length for any input, and both comparisons are always made.
    const sent = digest(token);
    const isFull = timingSafeEqual(sent, this.#full);
    const isReadOnly = timingSafeEqual(sent, this.#readOnly);
    return isFull ? "full" : isReadOnly ? "read-only" : this.#aclUsers.userOf(token);
  }
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** A user has a connection of its own, so that Redis itself checks its rights. */
interface AclUser {
  readonly name: string;
  /** The address of Redis, with the login of this user. */
  readonly redisUrl: string;
  readonly link: Link;
}

/** REST tokens of the users of Redis' own access control list, by ACL RESTTOKEN. */
export class AclUsers {
  readonly #redisUrl: string | undefined;
  readonly #key = randomBytes(32);
  readonly #users = new Map<string, AclUser>();

  /** `redisUrl`: undefined if the database has no such users. */
  constructor(redisUrl: string | undefined) {
    this.#redisUrl = redisUrl;
  }

  /** Returns the reply to ACL RESTTOKEN: the token of this user, the same each time, or an error. */
  async tokenOf(args: readonly Buffer[]): Promise<Buffer | ErrorReply> {
    if (this.#redisUrl === undefined) return new ErrorReply("ERR the engine has no users: use --redis");
    const [name, password, ...more] = args.map(String);
    if (name === undefined || password === undefined || more.length > 0) {
      return new ErrorReply("ERR wrong number of arguments for 'acl|resttoken' command");
    }
    const token = createHmac("sha256", this.#key).update(`${name}\n${password}`).digest("base64url");
    if (!this.#users.has(token)) {
      const redisUrl = withLogin(this.#redisUrl, name, password);
      try {
        this.#users.set(token, { name, redisUrl, link: await RedisLink.connect(redisUrl) });
      } catch {
        return new ErrorReply(`ERR Wrong password or user "${name}" does not exist`);
      }
    }
    return Buffer.from(token);
  }

  userOf(token: string): AclUser | undefined {
    return this.#users.get(token);
  }

  close(): void {
    for (const { link } of this.#users.values()) link.close();
  }
}

function withLogin(redisUrl: string, name: string, password: string): string {
  const url = new URL(redisUrl);
  url.username = encodeURIComponent(name);
  url.password = encodeURIComponent(password);
  return url.href;
}
