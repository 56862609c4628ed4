// A Redis behind the gateway. Each client with channels has its own connection, like a subscriber of Redis. Its counts, its
// confirmation and its end therefore follow Redis.
import type { Database, Upstream } from "./database.ts";
import { RedisLink } from "./redis-link.ts";
import { RespUpstream } from "./resp-upstream.ts";

export class RedisDatabase implements Database {
  readonly link: RedisLink;
  readonly redisUrl: string;
  readonly moreCommands: readonly string[] = [];

  private constructor(link: RedisLink, redisUrl: string) {
    this.link = link;
    this.redisUrl = redisUrl;
  }

  /** Rejects when Redis does not answer. */
  static async connect(redisUrl: string): Promise<RedisDatabase> {
    return new RedisDatabase(await RedisLink.connect(redisUrl), redisUrl);
  }

  upstream(redisUrl: string = this.redisUrl): Promise<Upstream> {
    return RespUpstream.open(redisUrl);
  }
}
