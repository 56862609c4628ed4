// Server-sent events: a response without a fixed end. Comments show whether its reader is still connected. Nothing is
// sent to a reader that does not read.
import type { Context } from "hono";
import { unrefTimer } from "../../base/timers.ts";
import { attemptOf } from "./responses.ts";

const TYPE = "text/event-stream";
// A dead connection is only noticed when something is sent.
const COMMENT = ":\n\n";
const COMMENT_MS = 900;

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
  #comments: ReturnType<typeof unrefTimer> | undefined;
  /** The newest state that waits for the reader. */
  #unread: string | undefined;
  #onRead: () => void = () => {};

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
      pull: () => {
        const text = this.#unread;
        this.#unread = undefined;
        if (text !== undefined) this.#write(text);
        else this.#onRead();
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

  /** Resolves when the reader has read everything, or has disconnected. */
  async read(): Promise<void> {
    if (this.#hasRoom || this.left.aborted) return;
    await new Promise<void>((resolve) => {
      this.#onRead = resolve;
    });
  }

  /** Sends an event, also to a reader that does not read: it replaces a state that waits for that reader. */
  send(event: string, facts: object): void {
    this.#unread = undefined;
    this.#write(this.#textOf(event, facts));
    this.#comments ??= unrefTimer(this.#comment, COMMENT_MS);
    this.#begin();
  }

  /** Sends a state. While the reader does not read, only the newest one waits for it. */
  show(event: string, facts: object): void {
    if (this.#hasRoom) this.send(event, facts);
    else this.#unread = this.#textOf(event, facts);
  }

  /** Sends a problem as an event. The problem of a disconnected caller has no body. */
  async sendProblem(problem: Response): Promise<void> {
    const body = await problem.text();
    if (body !== "") this.send("problem", JSON.parse(body));
  }

  end(): void {
    this.#stopComments();
    this.#request.removeEventListener("abort", this.#leave);
    this.#controller?.close();
    this.#controller = undefined;
  }

  get #hasRoom(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0;
  }

  #textOf(event: string, facts: object): string {
    // JSON has no line ends, so an event has one line of data.
    return `event: ${event}\ndata: ${JSON.stringify({ ...facts, ...this.#attempt })}\n\n`;
  }

  #write(text: string): void {
    this.#controller?.enqueue(this.#encoder.encode(text));
  }

  readonly #comment = (): void => {
    if (this.#hasRoom) this.#write(COMMENT);
    this.#comments = unrefTimer(this.#comment, COMMENT_MS);
  };

  #stopComments(): void {
    if (this.#comments !== undefined) clearTimeout(this.#comments);
  }

  readonly #leave = (): void => {
    this.#stopComments();
    this.#controller = undefined;
    this.#leaving.abort();
    this.#onRead();
  };
}
