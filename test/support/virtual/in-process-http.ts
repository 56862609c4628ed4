// fetch without a socket: a gateway or a program in this process answers. A request takes a millisecond of the clock
// that the tests see.
import type { IncomingHttpHeaders } from "node:http";
import type { ClientConnection } from "../../../src/engine/faults/exchange.ts";
import type { Front } from "../../../src/tools/gateway/front.ts";
import type { HttpRequest, HttpResponse } from "../../../src/tools/gateway/http.ts";
import type { Respond } from "./served.ts";

/** Else a loop of requests would never let time pass. */
const REQUEST_MS = 1;

/** Sends a request to a gateway, and returns its response as fetch does. */
export function fetchFrom(front: Front, url: URL, init: RequestInit = {}): Promise<Response> {
  const { signal } = init;
  if (signal?.aborted) return Promise.reject(signal.reason);
  const { method = "GET", body } = init;
  if (body !== undefined && body !== null && typeof body !== "string") throw new TypeError("a body must be a text");
  return new Promise((resolve, reject) => {
    const response = new InProcessResponse(method, resolve, reject);
    const request = requestOf(url, method, init.headers, body ?? "", response);
    signal?.addEventListener("abort", () => response.abort(signal.reason));
    setTimeout(() => front.handle(request, response).catch(reject), REQUEST_MS);
  });
}

/** Sends a request to a program, and returns its response. */
export function fetchServed(respond: Respond, request: Request): Promise<Response> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave);
    setTimeout(() => Promise.resolve(respond(request)).then(resolve, reject), REQUEST_MS);
  });
}

function requestOf(
  { pathname, search }: URL,
  method: string,
  headers: RequestInit["headers"],
  body: string,
  response: InProcessResponse,
): HttpRequest {
  const given: IncomingHttpHeaders = Object.fromEntries(new Headers(headers));
  return {
    method,
    url: pathname + search,
    headers: given,
    socket: response,
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(body);
    },
  };
}

/** A response, and its connection: there is one for each request. */
class InProcessResponse implements HttpResponse, ClientConnection {
  readonly req: { readonly method: string };
  headersSent = false;
  writableEnded = false;
  destroyed = false;
  /** Its client reads at once. */
  readonly writableLength = 0;
  readonly #resolve: (response: Response) => void;
  readonly #reject: (error: unknown) => void;
  readonly #closed = new Set<() => void>();
  #body: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(method: string, resolve: (response: Response) => void, reject: (error: unknown) => void) {
    this.req = { method };
    this.#resolve = resolve;
    this.#reject = reject;
  }

  once(_: "close", listener: () => void): void {
    this.#closed.add(listener);
  }

  off(_: "close", listener: () => void): void {
    this.#closed.delete(listener);
  }

  writeHead(status: number, headers: Readonly<Record<string, string | number>>): void {
    this.headersSent = true;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#body = controller;
      },
      cancel: () => this.#close(),
    });
    const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, `${value}`]);
    this.#resolve(new Response(body, { status, headers: sent }));
  }

  flushHeaders(): void {}

  write(part: string | Buffer, sent?: () => void): void {
    if (this.destroyed) return;
    if (part.length > 0) this.#body?.enqueue(typeof part === "string" ? Buffer.from(part) : new Uint8Array(part));
    if (sent !== undefined) queueMicrotask(sent);
  }

  end(part?: Buffer, sent?: () => void): void {
    if (part !== undefined && this.req.method !== "HEAD") this.write(part);
    this.writableEnded = true;
    if (!this.destroyed) this.#body?.close();
    this.#close();
    if (sent !== undefined) queueMicrotask(sent);
  }

  /** Ends the connection, as its client sees it. */
  destroy(): void {
    this.abort(failedFetch("UND_ERR_SOCKET"));
  }

  resetAndDestroy(): void {
    this.abort(failedFetch("ECONNRESET"));
  }

  /** Ends it with an error, which the call of fetch throws, or the body. */
  abort(reason: unknown): void {
    if (this.destroyed) return;
    if (this.headersSent && !this.writableEnded) this.#body?.error(reason);
    this.#reject(reason);
    this.#close();
  }

  #close(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    for (const listener of this.#closed) queueMicrotask(listener);
  }
}

/** Returns the error of fetch in Node. */
export function failedFetch(code: string, text = "the connection ended"): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(text), { code }) });
}
