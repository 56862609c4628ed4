// A response as sent to the client.

import type { ServerResponse } from "node:http";
import type { Answer } from "./execute.ts";
import { stringifyJson } from "./json.ts";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The byte at which the body stops although its full length is announced, and whether the connection then closes. */
  readonly cut?: { readonly atByte: number; readonly closes: boolean };
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

export function writeAnswer(response: ServerResponse, { status, headers, body, cut }: HttpAnswer): void {
  response.writeHead(status, { ...headers, "content-length": body.length });
  // Only after the bytes were sent, because destroying the socket drops those that wait in it.
  const afterwards = cut?.closes === true ? () => response.destroy() : undefined;
  // Node omits the body of a response to HEAD, so that it cannot be cut.
  const isWhole = cut === undefined || cut.atByte >= body.length || response.req.method === "HEAD";
  if (isWhole) {
    response.end(body, afterwards);
  } else {
    response.flushHeaders(); // no byte of the body may be wanted
    response.write(body.subarray(0, cut.atByte), afterwards);
  }
}
