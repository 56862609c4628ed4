// Server-sent events: a response that goes on.
import type { Context } from "hono";

const TYPE = "text/event-stream";

/** The headers of such a response. */
export const EVENT_STREAM: Record<string, string> = { "content-type": TYPE };

/** Returns whether a caller asks for events. Nobody would read those of a HEAD. */
export function asksForEvents(c: Context): boolean {
  if (c.req.method === "HEAD") return false;
  return (c.req.header("accept") ?? "").split(",").some((type) => type.trim().split(";")[0]?.toLowerCase() === TYPE);
}

/** Events, and their reader. */
export class Events {
  readonly stream: ReadableStream<Uint8Array>;
  /** Resolves with the first event. */
  readonly begun: Promise<void>;
  #begin: () => void = () => {};
  readonly #request: AbortSignal;
  readonly #leaving = new AbortController();
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  /** `request`: aborts when the caller disconnects. Platforms report that by this signal, by a cancel, or by both. */
  constructor(request: AbortSignal) {
    this.#request = request;
    this.begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: this.#leave,
    });
    if (request.aborted) this.#leave();
    request.addEventListener("abort", this.#leave);
  }

  /** Aborts when the reader has left. */
  get left(): AbortSignal {
    return this.#leaving.signal;
  }

  /** `json`: it has no line ends, so an event has one line of data. */
  send(event: string, json: string): void {
    this.#controller?.enqueue(this.#encoder.encode(`event: ${event}\ndata: ${json}\n\n`));
    this.#begin();
  }

  end(): void {
    this.#request.removeEventListener("abort", this.#leave);
    this.#controller?.close();
    this.#controller = undefined;
  }

  readonly #leave = (): void => {
    this.#controller = undefined;
    this.#leaving.abort();
  };
}
