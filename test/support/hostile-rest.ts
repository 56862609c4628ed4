// A REST server that answers with a test's handler, and records the nonce of each request.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Endpoint } from "./rest.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export class HostileRest {
  #handler: Handler = (request) => request.socket.destroy();
  #url = "";
  /** The number of requests since `answers`. */
  requests = 0;
  /** The nonce of the latest request. */
  nonce = "";
  readonly #server = createServer(async (request, response) => {
    this.requests += 1;
    const [, , keys, ...rest]: string[] = JSON.parse((await request.toArray()).join(""));
    this.nonce = rest[Number(keys)] ?? "";
    this.#handler(request, response);
  });

  get endpoint(): Endpoint {
    return { url: this.#url, token: "canary-5ecret" };
  }

  async start(): Promise<void> {
    this.#url = await listening(this.#server);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Sets the handler for later requests. */
  answers(handler: Handler): void {
    this.#handler = handler;
    this.requests = 0;
  }

  /** Returns the body of a grant to the latest request. */
  granted(): { readonly result: readonly unknown[] } {
    return { result: ["held", this.nonce, 1] };
  }
}

export async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

export function json(status: number, body: () => unknown, headers: Record<string, string> = {}): Handler {
  return (_, response) => response.writeHead(status, headers).end(JSON.stringify(body()));
}

export function says(error: string): () => { readonly error: string } {
  return () => ({ error });
}
