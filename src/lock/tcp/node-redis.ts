// "leasehound/node-redis": locks over a client of node-redis 5 or 6. The library is not imported.
import { type NodeRedisTemplate, serverOf } from "./node-redis-connection.ts";
import { checkRuntime, noClient, type TcpClient } from "./tcp-client.ts";
import { onlyPortOf, type TcpPort, tcpPort } from "./tcp-port.ts";

export { nodeRedisClusterPort } from "./node-redis-cluster.ts";
export type { TcpPort } from "./tcp-port.ts";

/** The members of a client that `nodeRedisPort` uses. */
interface NodeRedisClient extends NodeRedisTemplate {
  readonly isOpen: boolean;
  on(event: string, listener: () => void): unknown;
}

/**
 * Makes a port that sends through connections like those of your `redis` client (node-redis), for `createLocks({ redis:
 * nodeRedisPort(client) })`. They have its address, login and TLS: one for commands, and one for messages while
 * somebody waits. Your client's own connection, its queue and its reconnect strategy are not used. The connections end
 * when your client is closed; a later call throws REDIS_UNREACHABLE. They keep no process alive.
 * @param client the client, from `createClient` of redis 5 or 6; it is not changed, and need not be connected
 * @returns the port, which `close()` disconnects
 * @throws INVALID_OPTION when it is no such client, or is a pool, a cluster or a Sentinel; in a Worker
 * @example
 * import { createLocks } from "leasehound";
 * import { nodeRedisPort } from "leasehound/node-redis";
 * import { createClient } from "redis";
 *
 * const locks = createLocks({ redis: nodeRedisPort(createClient({ url: process.env.REDIS_URL! })) });
 */
export function nodeRedisPort(client: NodeRedisClient): TcpPort {
  checkRuntime();
  const { duplicate, sendCommand, unref, on } = Object(client);
  if (![duplicate, sendCommand, unref, on].every((method) => typeof method === "function")) {
    throw noClient(
      "a client of node-redis, from createClient: a cluster has nodeRedisClusterPort, a pool or a Sentinel has none",
    );
  }
  return onlyPortOf(client, () => newPort(client));
}

function newPort(client: NodeRedisClient): TcpPort {
  let hasEnded = false;
  client.on("end", () => {
    hasEnded = true;
  });
  client.on("connect", () => {
    hasEnded = false;
  });
  return tcpPort({
    ...placeOf(Object(client.options)),
    hasEnded: () => hasEnded,
    onEnd: (listener) => void client.on("end", listener),
    ...serverOf(client),
  });
}

function placeOf(options: object): Pick<TcpClient, "address" | "username" | "passwords"> {
  const { url, socket, username, password, database } = Object(options);
  const parsed = typeof url === "string" && url !== "" ? new URL(url) : undefined;
  const { host = parsed?.hostname ?? "localhost", port = parsed?.port || 6_379, path } = Object(socket);
  const db = database ?? (Number(parsed?.pathname.slice(1)) || 0);
  const passwords = [password, decodeURIComponent(parsed?.password ?? "")];
  return {
    address: `redis://${path ?? `${host}:${port}`}/${db}`,
    username: String(username ?? parsed?.username ?? ""),
    passwords: passwords.filter((text) => typeof text === "string" && text !== ""),
  };
}
