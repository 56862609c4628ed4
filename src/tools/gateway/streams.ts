// Subscriptions, and MONITOR, as server-sent events.
import { ErrorReply } from "@redis/client";
import { eventOf } from "../../engine/event-text.ts";
import type { Exchange } from "../../engine/faults/exchange.ts";
import type { Call } from "./call.ts";
import type { Database } from "./database.ts";
import { BadRequest, type HttpAnswer, type HttpResponse } from "./http.ts";
import { RedisAway } from "./redis-link.ts";
import type { Frame } from "./resp-frames.ts";
import { Subscriber } from "./subscriber.ts";
import type { Timers } from "./timers.ts";

/** Redis drops a subscriber with so much unread data; here the client's side is the slow one. */
export const maxUnreadBytes: number = 32 * 1024 * 1024;

interface Followed extends Pick<Extract<Call, { kind: "stream" }>, "name" | "channels"> {
  /** The address of Redis with another login. */
  readonly redisUrl: string | undefined;
}

export class Streams {
  readonly #database: Database;
  readonly #timers: Timers;
  readonly #open = new Set<() => void>();

  constructor(database: Database, timers: Timers) {
    this.#database = database;
    this.#timers = timers;
  }

  get openCount(): number {
    return this.#open.size;
  }

  closeAll(): void {
    for (const close of this.#open) close();
  }

  /**
   * Resolves when the stream is open, and writes nothing before Redis has confirmed all channels. Rejects with
   * `RedisAway`, or with `BadRequest` when Redis refuses. Ends when the client disconnects or reads too slowly, with
   * the connection to Redis, or with the gateway. A frozen stream, which stands for a silent network, outlives the
   * connection to Redis.
   */
  async open(
    { name, channels, redisUrl }: Followed,
    response: HttpResponse,
    exchange: Exchange<HttpAnswer>,
    headers: Record<string, string>,
  ): Promise<void> {
    // The client may have disconnected while a fault withheld its request, which emits no second event.
    if (response.destroyed) return;
    const subscriber = new Subscriber({
      timers: this.#timers,
      push: (message) => writeLine(response, message),
      end: () => {
        if (response.headersSent) response.end();
      },
      cut: () => response.destroy(),
    });
    const close = () => {
      this.#open.delete(close);
      subscriber.close();
      response.destroy();
    };
    response.once("close", close);
    this.#open.add(close);

    const subscription = subscriber.subscription(exchange);
    const words = [name, ...channels].map((word) => Buffer.from(word));
    const confirmed = await subscriber.run(words, () => this.#database.upstream(redisUrl), subscription).catch(refusal);
    if (response.destroyed) return;
    if (confirmed instanceof Error || confirmed.error !== undefined) {
      response.off("close", close);
      this.#open.delete(close);
      subscriber.close();
      throw confirmed instanceof Error ? confirmed : new BadRequest(confirmed.error);
    }
    if (!(await exchange.beforeReply()) || response.destroyed) return;
    response.writeHead(200, { ...headers, "content-type": "text/event-stream", "cache-control": "no-store" });
    response.flushHeaders();
    if (!exchange.holdsConfirmation) for (const frame of confirmed.frames) writeLine(response, frame);
    subscription.confirm();
    // Redis went away while the confirmation was delayed.
    if (!subscriber.isOpen && !subscription.isFrozen) response.end();
  }
}

/** Redis refuses the login of a user, or is away. */
function refusal(error: unknown): Error {
  if (!(error instanceof RedisAway)) throw error;
  return error.cause instanceof ErrorReply ? new BadRequest(error.cause.message) : error;
}

/** Returns a message as Upstash writes it. */
function lineOf({ words }: Frame): string {
  const [first = "", ...others] = words.map(String);
  if (!first.startsWith("+")) return [first, ...others].join();
  return first === "+OK" ? '"OK"' : first.slice(1);
}

function writeLine(response: HttpResponse, message: Frame): void {
  if (response.destroyed || response.writableEnded) return;
  response.write(eventOf(lineOf(message)));
  if (response.writableLength > maxUnreadBytes) response.destroy();
}
