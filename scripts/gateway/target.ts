// The path and query of a request, as bytes: a key or a value in a URL may be anything that percent-encodes.

import { BadRequest } from "./bad-request.ts";

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
