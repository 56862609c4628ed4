// A Redis behind the gateway. Each stream has its own connection, like a subscriber of Redis. Its counts, its
// confirmation and its end therefore follow Redis.
import type { Database, Source, Subscription, Upstream } from "./database.ts";
import { quietClient, RedisLink } from "./redis-link.ts";
import { RespUpstream } from "./resp-upstream.ts";

export class RedisDatabase implements Database {
  readonly link: RedisLink;
  readonly redisUrl: string;
  readonly engine = undefined;
  readonly moreCommands: readonly string[] = [];

  private constructor(link: RedisLink, redisUrl: string) {
    this.link = link;
    this.redisUrl = redisUrl;
  }

  /** Rejects when Redis does not answer. */
  static async connect(redisUrl: string): Promise<RedisDatabase> {
    return new RedisDatabase(await RedisLink.connect(redisUrl), redisUrl);
  }

  source(redisUrl: string = this.redisUrl, ended: () => void = () => {}): Source {
    return new RedisSource(redisUrl, ended);
  }

  upstream(redisUrl: string = this.redisUrl): Promise<Upstream> {
    return RespUpstream.open(redisUrl);
  }
}

class RedisSource implements Source {
  readonly #client: ReturnType<typeof newClient>;

  constructor(redisUrl: string, ended: () => void) {
    this.#client = newClient(redisUrl);
    this.#client.on("error", () => {}); // "terminated" follows
    this.#client.on("terminated", ended);
  }

  get isReady(): boolean {
    return this.#client.isReady;
  }

  async open({ name, channels }: Subscription, tell: (line: string) => void): Promise<void> {
    const client = this.#client;
    await client.connect();
    if (name === "MONITOR") {
      await client.monitor((line) => tell(String(line)));
      return;
    }
    const names = [...new Set(channels)];
    if (name === "SUBSCRIBE") {
      await client.subscribe(names, (message, channel) => tell(`message,${channel},${message}`));
      return;
    }
    // A listener each, because it gets the channel and not the pattern that matched.
    for (const pattern of names) {
      await client.pSubscribe(pattern, (message, channel) => tell(`pmessage,${pattern},${channel},${message}`));
    }
  }

  close(): void {
    if (this.#client.isOpen) this.#client.destroy();
  }
}

function newClient(url: string) {
  // Without a reconnect, which would silently lose the messages in between.
  return quietClient.duplicate({ url, socket: { reconnectStrategy: false } });
}
