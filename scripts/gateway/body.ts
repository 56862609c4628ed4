// Reads a request's body, up to Upstash's limit.

import type { IncomingMessage } from "node:http";
import { BadRequest } from "./bad-request.ts";

/** Upstash's limit, which counts for a response, too. */
export const maxBytes: number = 10 * 1024 * 1024;

/** Returns the error of a request or response of so many bytes. */
export function tooLarge(bytes: number): string {
  const link = "https://upstash.com/docs/redis/troubleshooting/max_request_size_exceeded";
  return `ERR max request size exceeded. Limit: ${maxBytes} bytes, Actual: ${bytes} bytes. See ${link} for details`;
}

/** Ends with the body, at the limit, or with the client (then it rejects as the request does). */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part: Buffer = chunk; // bytes, since nobody calls setEncoding()
    bytes += part.length;
    // Parts beyond the limit are read and dropped, because a response before the end of a request can be lost.
    if (bytes <= maxBytes) chunks.push(part);
  }
  if (bytes > maxBytes) throw new BadRequest(tooLarge(bytes));
  return Buffer.concat(chunks);
}
