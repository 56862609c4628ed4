// A Cluster of ioredis or iovalkey as the client of a port.
import { type ClusterClient, clusterPort } from "./cluster-line.ts";
import { checkKeyPrefix, hasEnded } from "./ioredis-connection.ts";
import { type FoundMasters, findMasters, type IoredisCluster } from "./ioredis-masters.ts";
import { checkRuntime, noClient, partsOfNode } from "./tcp-client.ts";
import { onlyPortOf, type TcpPort } from "./tcp-port.ts";

/**
 * Makes a port of your `Cluster` of ioredis, for `createLocks({ redis: ioredisClusterPort(cluster) })`. It sends each
 * command to the master of its lock, through connections of its own: one for commands to each master, and one for
 * messages while somebody waits. They have the login and TLS of the cluster's `redisOptions`, and end when your cluster
 * ends. A redirected command is sent again, because Redis did not execute it.
 * @param cluster the cluster, of ioredis 5 or 6 or of iovalkey; it is not changed, and need not be connected
 * @returns the port, which `close()` disconnects
 * @throws INVALID_OPTION when it is no such cluster, or has a `keyPrefix`; in a Worker
 * @example
 * import { Cluster } from "ioredis";
 * import { createLocks } from "leasehound";
 * import { ioredisClusterPort } from "leasehound/ioredis";
 *
 * const locks = createLocks({ redis: ioredisClusterPort(new Cluster([{ host: "redis-1", port: 6379 }])) });
 */
export function ioredisClusterPort(cluster: IoredisCluster): TcpPort {
  checkRuntime();
  const { duplicate, on, options, isCluster } = Object(cluster);
  const isOne = isCluster === true && [duplicate, on].every((method) => typeof method === "function");
  if (!isOne) throw noClient("a Cluster of ioredis");
  checkKeyPrefix(options, Object(options).redisOptions);
  return onlyPortOf(cluster, () => newPort(cluster));
}

function newPort(cluster: IoredisCluster): TcpPort {
  let found: FoundMasters | undefined;
  const client: ClusterClient = {
    ...placeOf(cluster),
    hasEnded: () => hasEnded(cluster),
    onEnd: (listener) => void cluster.on("end", listener),
    async discover() {
      found = await findMasters(cluster, found?.nodes);
      return found;
    },
  };
  return clusterPort(client);
}

function placeOf(cluster: IoredisCluster): Pick<ClusterClient, "address" | "username" | "passwords"> {
  const { redisOptions } = Object(cluster.options);
  const nodes = [Reflect.get(cluster, "startupNodes")].flat().map(nodeOf);
  const logins = [redisOptions, cluster.options, ...nodes].map((options) => Object(options));
  const passwords = logins.map(({ password }) => password).filter((text) => typeof text === "string" && text !== "");
  const servers = nodes.map(({ host = "localhost", port = 6_379 }) => `${host}:${port}`).sort();
  return {
    address: `redis://${servers.join()}/cluster`,
    username: String(logins.find(({ username }) => username)?.username ?? ""),
    passwords: [...new Set(passwords)],
  };
}

/** A startup node may be an object, a port, an address, or a url. */
function nodeOf(node: unknown): Record<"host" | "port" | "username" | "password", unknown> {
  if (typeof node === "object") return Object(node);
  const text = String(node).replace(/^\d+$/, "localhost:$&");
  const { hostname: host, ...parts } = partsOfNode(text.includes("//") ? text : `redis://${text}`);
  return { host, ...parts };
}
