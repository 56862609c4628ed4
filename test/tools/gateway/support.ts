// Shared parts of the gateway's tests: one gateway for a file, raw requests, and a reader of event streams.

import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { afterAll, expect } from "vitest";
import {
  type Gateway,
  type GatewayOptions,
  startGateway,
  type WitnessEntry,
} from "../../../src/tools/gateway/gateway.ts";
import { type ServedGateway, startServedGateway } from "../../support/server.ts";

/** Starts a gateway with its own database, closed after the file, or after the `describe` that calls this. */
export function ownGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const starting = startGateway(options);
  // At once: once it has started, vitest may be registering tests of another `describe`, and would close it after
  // those.
  afterAll(async () => (await starting).close());
  return starting;
}

/** The same with a server that tests can stop. */
export function ownServedGateway(): Promise<ServedGateway> {
  const starting = startServedGateway();
  afterAll(async () => (await starting).close());
  return starting;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

/** Sends one request with the full token, unless `init` has another. */
export async function ask(gateway: Gateway, path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = new Headers(init.headers);
  if (!headers.has("authorization")) headers.set("authorization", `Bearer ${gateway.token}`);
  const response = await fetch(`${gateway.url}${path}`, { ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === "" ? undefined : JSON.parse(text) };
}

/** Sends a command, or several to a path like "/pipeline", as a JSON body. */
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

  /** Returns the data of the next event, its lines joined as in the standard; undefined at the end of the stream. */
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

/** The part of a response that arrived. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** False: the connection closed before the announced length. */
  readonly isWhole: boolean;
}

/** Opens a request of one command whose response may stop in the middle. `fetch` would discard the received part. */
export async function begin(gateway: Gateway, command: unknown): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${gateway.token}` };
  const opening = request(gateway.url, { method: "POST", headers, agent: false });
  opening.end(JSON.stringify(command));
  const [response] = await once(opening, "response");
  return response;
}

export async function receive(gateway: Gateway, command: unknown): Promise<Received> {
  const response = await begin(gateway, command);
  let text = "";
  response.on("data", (chunk) => {
    text += chunk;
  });
  response.on("error", () => {}); // `isWhole` reports it
  await new Promise((resolve) => response.once("close", resolve));
  return { status: response.statusCode ?? 0, headers: response.headers, text, isWhole: response.complete };
}

/** Resolves with the next entry of the witness that satisfies the condition. */
export function witnessed(gateway: Gateway, wanted: (entry: WitnessEntry) => boolean): Promise<WitnessEntry> {
  return new Promise((resolve) => {
    const stop = gateway.onWitness((entry) => {
      if (!wanted(entry)) return;
      stop();
      resolve(entry);
    });
  });
}

/** Expects the rejection of `fetch` for a connection that closes before the response has come. */
export async function dropped(request: Promise<unknown>): Promise<void> {
  await expect(request).rejects.toThrow(/fetch failed|terminated|socket/);
}
