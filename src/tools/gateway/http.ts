// A request as it arrives, and a response as it is sent: body, target, and the requests that a web page made a browser
// send.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Cut } from "../../engine/faults/effect.ts";
import type { ClientConnection } from "../../engine/faults/exchange.ts";
import type { GivenAnswer } from "../../engine/faults/rules.ts";
import { stringifyJson } from "./exact-json.ts";
import type { Answer } from "./execute.ts";

/** A request of Node's server, or what stands for one. */
export interface HttpRequest extends AsyncIterable<Buffer> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly socket: ClientConnection;
}

/** The response to it. */
export interface HttpResponse {
  readonly destroyed: boolean;
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  /** The number of bytes that its client has not read. */
  readonly writableLength: number;
  readonly req: Pick<HttpRequest, "method">;
  once(event: "close", listener: () => void): unknown;
  off(event: "close", listener: () => void): unknown;
  writeHead(status: number, headers: Readonly<Record<string, string | number>>): unknown;
  flushHeaders(): void;
  /** `sent` is called when the bytes have left. */
  write(part: string | Buffer, sent?: () => void): unknown;
  end(part?: Buffer, sent?: () => void): unknown;
  destroy(): unknown;
}

/** Answered with 400 before anything is sent to Redis. */
export class BadRequest extends Error {}

// Recognises requests that a web page made a browser send. Any page can reach loopback, and a page whose own name
// resolves to 127.0.0.1 (DNS rebinding) could even read the replies. Programs send none of these headers except Host.

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Returns the reason why the request is refused, or undefined. */
export function foreignness({ headers, socket }: IncomingMessage): string | undefined {
  const { host = "", origin } = headers;
  if (!isOwnHost(host, socket.localPort)) {
    return `ERR refused: the Host header must be a loopback address with the gateway's port, such as 127.0.0.1:${socket.localPort}`;
  }
  if (origin !== undefined && !isLoopbackOrigin(origin)) {
    return "ERR refused: the Origin header names a page that is not served from this machine";
  }
  if (/\bcross-site\b/i.test(headers["sec-fetch-site"]?.toString() ?? "")) {
    return "ERR refused: a page of another site sent the request (Sec-Fetch-Site: cross-site)";
  }
  return undefined;
}

function isOwnHost(host: string, ownPort: number | undefined): boolean {
  const [, name = "", port = "80"] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  return loopback.test(name) && Number(port) === ownPort;
}

function isLoopbackOrigin(origin: string): boolean {
  // Node 20 has no URL.parse.
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && loopback.test(url.hostname);
}

// The path and query of a request, as bytes: a key or a value in a URL may be anything that percent-encodes.

export interface Target {
  /** Path segments; empty for "/". */
  readonly segments: readonly Buffer[];
  /** Query parameters in their order, names and values flattened, without `_token`. */
  readonly query: readonly Buffer[];
  readonly token: string | undefined;
}

export function parseTarget(url: string): Target {
  const mark = url.indexOf("?");
  // A proxy sends the absolute form, which every server must accept (RFC 9112, 3.2.2). A last "/" is no argument.
  const path = (mark < 0 ? url : url.slice(0, mark))
    .replace(/^https?:\/\/[^/]*/i, "")
    .replace(/^\//, "")
    .replace(/\/$/, "");
  const query: Buffer[] = [];
  let token: string | undefined;
  for (const parameter of (mark < 0 ? "" : url.slice(mark + 1)).split("&")) {
    if (parameter === "") continue;
    const equals = parameter.indexOf("=");
    // In a query "+" is a space, in a path it is a plus.
    const name = percentDecode((equals < 0 ? parameter : parameter.slice(0, equals)).replaceAll("+", " "));
    const value = percentDecode(equals < 0 ? "" : parameter.slice(equals + 1).replaceAll("+", " "));
    if (name.toString() === "_token") token = value.toString();
    // With a value it is an option, ?EX=100; without, a flag, ?NX, which URLSearchParams writes as ?NX=.
    else query.push(name, ...(value.length === 0 ? [] : [value]));
  }
  return { segments: path === "" ? [] : path.split("/").map(percentDecode), query, token };
}

function percentDecode(text: string): Buffer {
  if (/%(?![0-9a-f]{2})/i.test(text)) throw new BadRequest("ERR invalid URL escape");
  // Node returns the bytes of the request line as Latin-1, so that raw UTF-8 in a URL works too.
  const decoded = text.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(decoded, "latin1");
}

// Reads a request's body, up to Upstash's limit.

/** Upstash's limit, which counts for a response, too. */
export const maxBytes: number = 10 * 1024 * 1024;

/** Returns the error of a request or response of so many bytes. */
export function tooLarge(bytes: number): string {
  const link = "https://upstash.com/docs/redis/troubleshooting/max_request_size_exceeded";
  return `ERR max request size exceeded. Limit: ${maxBytes} bytes, Actual: ${bytes} bytes. See ${link} for details`;
}

/** Ends with the body, at the limit, or with the client (then it rejects as the request does). */
export async function readBody(request: HttpRequest): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Nobody calls setEncoding(), so that these are bytes.
  for await (const part of request) {
    bytes += part.length;
    // Parts beyond the limit are read and dropped, because a response before the end of a request can be lost.
    if (bytes <= maxBytes) chunks.push(part);
  }
  if (bytes > maxBytes) throw new BadRequest(tooLarge(bytes));
  return Buffer.concat(chunks);
}

// A response as sent to the client.

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly cut?: Cut;
}

export function cutAnswer(answer: HttpAnswer, cut: Cut): HttpAnswer {
  return { ...answer, cut };
}

/** Returns the answer of a rule: without a sync token, like the reply of a proxy. */
export function givenAnswer({ status, body = "", contentType, retryAfter, location }: GivenAnswer): HttpAnswer {
  const headers = {
    "content-type": contentType ?? "application/json",
    ...(retryAfter !== undefined && { "retry-after": `${retryAfter}` }),
    ...(location !== undefined && { location }),
  };
  return { status, headers, body: Buffer.from(body) };
}

/** A response with a JSON body; bytes are sent as they are. */
export function httpAnswer({ status, body }: Answer, headers: Readonly<Record<string, string>>): HttpAnswer {
  const isBytes = Buffer.isBuffer(body);
  return {
    status,
    headers: { ...headers, "content-type": isBytes ? "application/octet-stream" : "application/json; charset=utf-8" },
    body: isBytes ? body : Buffer.from(stringifyJson(body)),
  };
}

export function writeAnswer(response: HttpResponse, { status, headers, body, cut }: HttpAnswer): void {
  response.writeHead(status, { ...headers, "content-length": body.length });
  // Only after the bytes were sent, because destroying the socket drops those that wait in it.
  const afterwards = cut?.closes === true ? () => void response.destroy() : undefined;
  // Node omits the body of a response to HEAD, so that it cannot be cut.
  const isWhole = cut === undefined || cut.atByte >= body.length || response.req.method === "HEAD";
  if (isWhole) {
    response.end(body, afterwards);
  } else {
    response.flushHeaders(); // no byte of the body may be wanted
    response.write(body.subarray(0, cut.atByte), afterwards);
  }
}
