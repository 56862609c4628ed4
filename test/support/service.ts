// What examples call over HTTP: it writes down who asked for what, and answers when the test lets it.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gate } from "./gate.ts";

export interface Call {
  readonly method: string;
  readonly url: string;
  /** By which the service refuses what comes twice. */
  readonly key: unknown;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly etag?: string;
}

export class Service {
  readonly calls: Call[] = [];
  answer: Answer | ((call: Call) => Answer) = { status: 200, body: "done" };
  /** How many were under way at once, at the most. */
  mostAtOnce = 0;
  #atOnce = 0;
  #held: Promise<void> = Promise.resolve();
  readonly #server = createServer(async (request, response) => {
    this.#atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
    const call = await callOf(request);
    this.calls.push(call);
    await this.#held;
    this.#atOnce -= 1;
    const { status, body, etag } = typeof this.answer === "function" ? this.answer(call) : this.answer;
    response.statusCode = status;
    if (etag !== undefined) response.setHeader("etag", etag);
    response.end(body);
  });

  start(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Calls are not answered from here on until the function returned is called. */
  hold(): () => void {
    const { opened, open } = gate();
    this.#held = opened;
    return open;
  }

  /** As new, but for calls that are held: those stay so. */
  reset(): void {
    this.calls.length = 0;
    this.answer = { status: 200, body: "done" };
    this.mostAtOnce = 0;
    this.#held = Promise.resolve();
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const { method = "", url = "", headers } = request;
  const key = headers["idempotency-key"] ?? headers["if-match"] ?? headers["if-none-match"];
  return { method, url, key, body: await text(request) };
}
