// A service of a simulated world: isolates that answer HTTP requests, under one host name.
import type { HttpRequest, HttpService, Recipient } from "./http-service.ts";
import type { Invocation, Isolate } from "./isolate.ts";
import type { Random } from "./random.ts";
import type { World } from "./world.ts";

/** Keeps an invocation of a Worker alive. */
export interface ExecutionContext {
  waitUntil(work: Promise<unknown>): void;
}

/** Answers a request, as the `fetch` of a Worker does. A program in Node has no context. */
export type Handler = (request: Request, context: ExecutionContext | undefined) => Response | Promise<Response>;

interface Server {
  readonly isolate: Isolate<unknown>;
  readonly handle: Handler;
}

export class Service implements HttpService {
  readonly #random: Random;
  readonly #servers: Server[] = [];

  constructor(world: World) {
    this.#random = world.random.fork();
  }

  /** Whether one of its isolates lives. */
  get isUp(): boolean {
    return this.#alive().length > 0;
  }

  add(isolate: Isolate<unknown>, handle: Handler): void {
    this.#servers.push({ isolate, handle });
  }

  /** One of its isolates answers a request: see `HttpService`. */
  serve(request: HttpRequest, recipient: Recipient): () => void {
    const alive = this.#alive();
    if (alive.length === 0) {
      recipient.breaks();
      return () => {};
    }
    const exchange = new Served(this.#random.oneOf(alive), request, recipient);
    return () => exchange.leave();
  }

  #alive(): Server[] {
    return this.#servers.filter(({ isolate }) => !isolate.isDead);
  }
}

/** One request in an isolate that answers it. */
class Served {
  readonly #server: Server;
  readonly #request: HttpRequest;
  readonly #recipient: Recipient;
  readonly #leaving = new AbortController();
  /** Work that its invocation waits for. */
  readonly #background: Promise<unknown>[] = [];
  readonly #forget: () => void;
  #invocation: Invocation | undefined;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #isAnswered = false;

  constructor(server: Server, request: HttpRequest, recipient: Recipient) {
    this.#server = server;
    this.#request = request;
    this.#recipient = recipient;
    const { isolate } = server;
    this.#forget = isolate.onDeath(() => this.#break());
    isolate.after(0, () => {
      if (this.#leaving.signal.aborted) return;
      isolate.invoke((invocation) => {
        this.#invocation = invocation;
        invocation.onCut(() => this.#break());
        void this.#answer(invocation);
      });
    });
  }

  /** Its client has left. An invocation that has begun then goes on for its background work alone. */
  leave(): void {
    const { isolate } = this.#server;
    this.#isAnswered = true;
    isolate.after(0, () => {
      const leave = (): void => {
        this.#leaving.abort();
        this.#reader?.cancel().catch(() => {});
      };
      if (this.#invocation === undefined) leave();
      else if (!this.#invocation.isCut) isolate.within(this.#invocation, leave);
    });
  }

  async #answer(invocation: Invocation): Promise<void> {
    const { isolate, handle } = this.#server;
    const context = isolate.isWorker
      ? { waitUntil: (work: Promise<unknown>) => void this.#background.push(work) }
      : undefined;
    try {
      await this.#send(await handle(this.#requestOfIsolate(), context));
    } catch {
      this.#break();
    }
    while (this.#background.length > 0) await Promise.allSettled(this.#background.splice(0));
    this.#forget();
    if (isolate.isWorker) invocation.cut();
  }

  async #send({ status, headers, body }: Response): Promise<void> {
    this.#tell(() => this.#recipient.begins(status, headers));
    this.#reader = body?.getReader();
    const decoder = new TextDecoder();
    for (let isOver = this.#reader === undefined; !isOver; ) {
      const { done = true, value } = (await this.#reader?.read()) ?? {};
      if (value !== undefined) this.#tell(() => this.#recipient.part(decoder.decode(value, { stream: true })));
      isOver = done;
    }
    this.#tell(() => this.#recipient.ends());
    this.#isAnswered = true;
  }

  #requestOfIsolate(): Request {
    const { url, method, headers, body } = this.#request;
    const request = new Request(url, { method, headers, ...(method === "GET" ? {} : { body }) });
    // Node's own signal is lost when memory is collected.
    return Object.defineProperty(request, "signal", { value: this.#leaving.signal });
  }

  #break(): void {
    this.#forget();
    this.#tell(() => this.#recipient.breaks());
    this.#isAnswered = true;
  }

  #tell(tell: () => void): void {
    if (!this.#isAnswered) tell();
  }
}
