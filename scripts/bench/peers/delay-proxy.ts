// A network: TCP connections that delay everything, in order. Each chunk is written by itself, as it came.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface DelayProxy extends AsyncDisposable {
  /** The same URL, by way of the proxy. */
  readonly url: string;
  /** The number of clients that are connected. */
  readonly connections: number;
}

export interface DelayProxyAddress {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: any free port. */
  readonly port?: number;
}

/** `delayMs`: in each direction. */
export async function startDelayProxy(
  targetUrl: string,
  delayMs: number,
  { host = "127.0.0.1", port = 0 }: DelayProxyAddress = {},
): Promise<DelayProxy> {
  const target = new URL(targetUrl);
  const open = new Set<Socket>();
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(Number(target.port), target.hostname);
    clients.add(client);
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(from);
      from.setNoDelay(true); // Nagle's algorithm would add a delay of its own
      from.on("data", (bytes) => {
        // Timers of one length fire in the order they were set, so what is sent keeps its order.
        setTimeout(() => to.write(bytes), delayMs);
      });
      from.on("error", () => {}); // "close" follows
      from.on("close", () => {
        open.delete(from);
        clients.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the proxy has no port");
  const url = new URL(target); // with user and password
  url.hostname = host;
  url.port = `${address.port}`;
  return {
    url: url.href.replace(/\/$/, ""),
    get connections() {
      return clients.size;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
}
