// The HTTP service of examples: it records each call, and answers when the test lets it.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gate } from "./gate.ts";

export interface Call {
  readonly method: string;
  readonly url: string;
  /** The key by which the service refuses duplicates. */
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
  /** The maximal number of simultaneous calls. */
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

  /** Holds the replies to later calls until the returned function is called. */
  hold(): () => void {
    const { opened, open } = gate();
    this.#held = opened;
    return open;
  }

  /** Resets everything except held calls, which stay held. */
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
