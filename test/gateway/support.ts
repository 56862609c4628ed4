// What the gateway's tests share: one gateway for a file, raw requests, and a reader of event streams.

import { afterAll } from "vitest";
import { type Gateway, type GatewayOptions, startGateway } from "../../scripts/gateway/index.ts";

/** Starts a gateway with its own redis-server, closed after the file. */
export async function ownGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const gateway = await startGateway(options);
  afterAll(() => gateway.close());
  return gateway;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

/** One request with the full token, unless the init says otherwise. */
export async function ask(gateway: Gateway, path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = new Headers(init.headers);
  if (!headers.has("authorization")) headers.set("authorization", `Bearer ${gateway.token}`);
  const response = await fetch(`${gateway.url}${path}`, { ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === "" ? undefined : JSON.parse(text) };
}

/** A command, or with a path like "/pipeline" several, as a JSON body. */
export function send(gateway: Gateway, body: unknown, path = "/", init: RequestInit = {}): Promise<Answer> {
  return ask(gateway, path, { ...init, method: "POST", body: JSON.stringify(body) });
}

export class EventStream {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #leave: AbortController;
  #buffer = "";

  private constructor(response: Response, leave: AbortController) {
    if (response.body === null) throw new Error("a stream without a body");
    this.response = response;
    this.#reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    this.#leave = leave;
  }

  static async open(gateway: Gateway, path: string): Promise<EventStream> {
    const leave = new AbortController();
    const headers = { authorization: `Bearer ${gateway.token}`, accept: "text/event-stream" };
    const response = await fetch(`${gateway.url}${path}`, { method: "POST", headers, signal: leave.signal });
    return new EventStream(response, leave);
  }

  /** The data of the next event, its lines joined as the standard has it; undefined at the end of the stream. */
  async next(): Promise<string | undefined> {
    while (!this.#buffer.includes("\n\n")) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#buffer += value;
    }
    const end = this.#buffer.indexOf("\n\n");
    const event = this.#buffer.slice(0, end);
    this.#buffer = this.#buffer.slice(end + 2);
    return event.replace(/^data: /gm, "");
  }

  leave(): void {
    this.#leave.abort();
  }
}

/** Polls until the condition holds: for what has no event to wait for. Throws after four seconds. */
export async function eventually(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + 4_000; Date.now() < end; await new Promise((wake) => setTimeout(wake, 10))) {
    if (await condition()) return;
  }
  throw new Error("the condition did not come true");
}
