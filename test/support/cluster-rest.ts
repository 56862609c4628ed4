// A REST front of a Redis Cluster, by which contracts look at its keys: each command goes to the master of its key.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Cluster } from "ioredis";
import type { ClusterAddress } from "../others/cluster-clients.ts";
import type { Endpoint } from "./rest.ts";

const TOKEN = "cluster";

/** Starts it; `stack` ends it. */
export async function clusterRest({ port, password }: ClusterAddress, stack: AsyncDisposableStack): Promise<Endpoint> {
  const cluster = new Cluster([{ host: "127.0.0.1", port }], { redisOptions: { password } });
  stack.defer(() => cluster.disconnect());
  const run = async (words: unknown): Promise<{ result: unknown } | { error: string }> => {
    const [name = "", ...args] = [words].flat().map(String);
    try {
      return { result: await (name === "KEYS" ? keysOf(cluster, args) : cluster.call(name, ...args)) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => run(JSON.parse(body || "[]")))
      .then((answer) => response.end(JSON.stringify(answer)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${Object(server.address()).port}`, token: TOKEN };
}

/** Returns the keys of all masters. */
async function keysOf(cluster: Cluster, [pattern = "*"]: readonly string[]): Promise<string[]> {
  return (await Promise.all(cluster.nodes("master").map((node) => node.keys(pattern)))).flat();
}
