// A REST server in front of a gateway that lies: it changes commands, answers and streams.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Endpoint } from "./rest.ts";

/** The body and the status of an answer. */
export interface ProxiedAnswer {
  readonly status: number;
  readonly body: { readonly result?: unknown; readonly error?: string };
}

export interface Lies {
  /** Returns the command that the gateway gets. */
  readonly command?: (words: readonly string[]) => readonly string[];
  /** Returns the answer that the client gets. */
  readonly answer?: (words: readonly string[], answer: ProxiedAnswer) => ProxiedAnswer | Promise<ProxiedAnswer>;
  /** Returns whether the client gets a line of a stream. */
  readonly passes?: (line: string) => boolean;
}

export async function startLiar({ url, token }: Endpoint, lies: Lies): Promise<Endpoint & AsyncDisposable> {
  const server = createServer((request, response) => {
    const served =
      request.url === "/" ? answered(url, lies, request, response) : streamed(url, lies, request, response);
    served.catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the proxy has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    token,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function answered(url: string, lies: Lies, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { command = (words) => words, answer = (_, true_) => true_ } = lies;
  const words: string[] = JSON.parse(await text(request));
  const { authorization = "" } = request.headers;
  const sent = { method: "POST", headers: { authorization }, body: JSON.stringify(command(words)) };
  const received = await fetch(url, sent);
  const { status, body } = await answer(words, { status: received.status, body: await received.json() });
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function streamed(url: string, lies: Lies, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { passes = () => true } = lies;
  const ended = new AbortController();
  response.once("close", () => ended.abort());
  const { authorization = "", accept = "" } = request.headers;
  const headers = { authorization, accept };
  const received = await fetch(url + request.url, { method: "POST", headers, signal: ended.signal });
  response.writeHead(received.status, { "content-type": received.headers.get("content-type") ?? "" });
  response.flushHeaders();
  if (received.body === null) throw new Error("the gateway sent no body");
  const reader = received.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const lines = (rest + chunk.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (passes(line)) response.write(`${line}\n`);
  }
  response.end();
}
