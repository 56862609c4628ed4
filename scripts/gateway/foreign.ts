// Recognises requests that a web page made a browser send. Any page can reach loopback, and a page whose own name
// resolves to 127.0.0.1 (DNS rebinding) could even read the replies. Programs send none of these headers except Host.

import type { IncomingMessage } from "node:http";

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
