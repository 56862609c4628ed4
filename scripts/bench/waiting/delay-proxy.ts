// A network to Redis: a TCP connection that delays everything, in order. It corresponds to the gateway's delays for
// HTTP.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface DelayProxy extends AsyncDisposable {
  readonly url: string;
}

/** `delayMs`: in each direction. */
export async function startDelayProxy(redisUrl: string, delayMs: number): Promise<DelayProxy> {
  const { hostname, port } = new URL(redisUrl);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const redis = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, redis],
      [redis, client],
    ] as const) {
      open.add(from);
      from.setNoDelay(true); // Nagle's algorithm would add a delay of its own
      // Timers of one length fire in the order they were set, so what is sent keeps its order.
      from.on("data", (bytes) => setTimeout(() => to.write(bytes), delayMs));
      from.on("error", () => {}); // "close" follows
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the proxy has no port");
  const url = new URL(redisUrl); // with user and password
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
}
