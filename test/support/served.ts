// A program that answers requests: over a socket, and in virtual time without one.
import { once } from "node:events";
import { type ServerType, serve } from "@hono/node-server";
import { isVirtual } from "./place.ts";
import { type Respond, serveInProcess } from "./virtual/served.ts";

export interface Served {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** Lets a program answer the requests to an origin of its own. */
export async function served(respond: Respond): Promise<Served> {
  if (isVirtual) return { origin: serveInProcess(respond), stop: async () => {} };
  const { server, port } = await new Promise<{ server: ServerType; port: number }>((resolve) => {
    const server = serve({ fetch: respond, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve({ server, port }));
  });
  const stop = async (): Promise<void> => {
    const ended = once(server, "close");
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
    await ended;
  };
  return { origin: `http://127.0.0.1:${port}`, stop };
}
