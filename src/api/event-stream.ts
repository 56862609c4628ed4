// Server-sent events: a response that goes on.
import type { Context } from "hono";
import { attemptOf } from "./named-answers.ts";

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
  readonly #attempt: object;
  readonly #leaving = new AbortController();
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  /**
   * @param c the request. Its signal aborts when the caller disconnects; platforms report that by this signal, by a
   * cancel, or by both
   */
  constructor(c: Context) {
    const request = c.req.raw.signal;
    this.#request = request;
    this.#attempt = attemptOf(c);
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

  send(event: string, facts: object): void {
    // JSON has no line ends, so an event has one line of data.
    const json = JSON.stringify({ ...facts, ...this.#attempt });
    this.#controller?.enqueue(this.#encoder.encode(`event: ${event}\ndata: ${json}\n\n`));
    this.#begin();
  }

  /** Sends a problem as an event. That of a caller that has left has no body. */
  async sendProblem(problem: Response): Promise<void> {
    const body = await problem.text();
    if (body !== "") this.send("problem", JSON.parse(body));
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
