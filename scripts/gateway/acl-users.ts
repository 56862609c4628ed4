// REST tokens of the users of Redis' own access control list, by ACL RESTTOKEN. Each user has a connection of its own,
// so that Redis itself checks its rights.

import { createHmac, randomBytes } from "node:crypto";
import { ErrorReply } from "@redis/client";
import { RedisLink } from "./redis-link.ts";

export interface AclUser {
  /** The address of Redis, with the login of this user. */
  readonly redisUrl: string;
  readonly link: RedisLink;
}

export class AclUsers {
  readonly #redisUrl: string;
  readonly #key = randomBytes(32);
  readonly #users = new Map<string, AclUser>();

  constructor(redisUrl: string) {
    this.#redisUrl = redisUrl;
  }

  /** Returns the reply to ACL RESTTOKEN: the token of this user, the same each time, or an error. */
  async tokenOf(args: readonly Buffer[]): Promise<Buffer | ErrorReply> {
    const [name, password, ...more] = args.map(String);
    if (name === undefined || password === undefined || more.length > 0) {
      return new ErrorReply("ERR wrong number of arguments for 'acl|resttoken' command");
    }
    const token = createHmac("sha256", this.#key).update(`${name}\n${password}`).digest("base64url");
    if (!this.#users.has(token)) {
      const redisUrl = withLogin(this.#redisUrl, name, password);
      try {
        this.#users.set(token, { redisUrl, link: await RedisLink.connect(redisUrl) });
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
