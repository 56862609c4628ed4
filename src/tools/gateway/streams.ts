// Subscriptions, and MONITOR, as server-sent events.
import { ErrorReply } from "@redis/client";
import { eventOf } from "../../engine/event-text.ts";
import type { Exchange } from "../../engine/faults/exchange.ts";
import type { Database, Subscription } from "./database.ts";
import { BadRequest, type HttpAnswer, type HttpResponse } from "./http.ts";
import { RedisAway } from "./redis-link.ts";

/** Redis drops a subscriber with so much unread data; here the client's side is the slow one. */
export const maxUnreadBytes: number = 32 * 1024 * 1024;

interface Followed extends Subscription {
  /** The address of Redis with another login. */
  readonly redisUrl?: string | undefined;
}

export class Streams {
  readonly #database: Database;
  readonly #open = new Set<() => void>();

  constructor(database: Database) {
    this.#database = database;
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
    { redisUrl, ...subscription }: Followed,
    response: HttpResponse,
    exchange: Exchange<HttpAnswer>,
    headers: Record<string, string>,
  ): Promise<void> {
    // The client may have disconnected while a fault withheld its request, which emits no second event.
    if (response.destroyed) return;
    const frozen = exchange.lineDelayMs() === Number.POSITIVE_INFINITY;
    const source = this.#database.source(redisUrl, () => {
      if (response.headersSent && !frozen) response.end();
    });
    const close = () => {
      this.#open.delete(close);
      source.close();
      response.destroy();
    };
    response.once("close", close);
    this.#open.add(close);

    const early: string[] = [];
    let isOpen = false;
    const tell = (line: string) => {
      if (!isOpen) early.push(line);
      else writeLine(response, line, exchange.lineDelayMs());
    };
    try {
      await source.open(subscription, tell);
    } catch (cause) {
      if (response.destroyed) return;
      response.off("close", close);
      this.#open.delete(close);
      source.close();
      throw cause instanceof ErrorReply ? new BadRequest(cause.message) : new RedisAway(cause);
    }
    if (!(await exchange.beforeReply()) || response.destroyed) return;
    response.writeHead(200, { ...headers, "content-type": "text/event-stream", "cache-control": "no-store" });
    response.flushHeaders();
    for (const line of exchange.holdsConfirmation ? [] : confirmations(subscription)) writeLine(response, line, 0);
    isOpen = true;
    for (const line of early) tell(line);
    exchange.confirmed(response);
    if (!source.isReady && !frozen) response.end(); // Redis went away while the confirmation was delayed
  }
}

/** Redis confirms each name with the number of different ones so far. Upstash writes the confirmation of MONITOR so. */
function confirmations({ name, channels }: Subscription): string[] {
  if (name === "MONITOR") return ['"OK"'];
  const soFar = new Set<string>();
  return channels.map((channel) => `${name.toLowerCase()},${channel},${soFar.add(channel).size}`);
}

function writeLine(response: HttpResponse, text: string, delayMs: number): void {
  if (delayMs === Number.POSITIVE_INFINITY) return;
  // Timers of one length fire in the order they were set, so delayed lines keep theirs.
  if (delayMs > 0) {
    setTimeout(writeLine, delayMs, response, text, 0);
    return;
  }
  if (response.destroyed || response.writableEnded) return;
  response.write(eventOf(text));
  if (response.writableLength > maxUnreadBytes) response.destroy();
}
