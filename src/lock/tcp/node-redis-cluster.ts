// A cluster of node-redis as the client of a port. The library finds the masters, and how to connect to them.
import { type ClusterClient, clusterPort, type Masters } from "./cluster-line.ts";
import { type NodeRedisTemplate, serverOf } from "./node-redis-connection.ts";
import { checkRuntime, noClient, partsOfNode, type Server } from "./tcp-client.ts";
import { onlyPortOf, type TcpPort } from "./tcp-port.ts";

/** The members of a cluster that `nodeRedisClusterPort` uses. */
interface NodeRedisCluster {
  readonly isOpen: boolean;
  duplicate(override?: object): NodeRedisSeed;
  on(event: string, listener: (error: unknown) => void): unknown;
}

/** A cluster that finds the masters, once. */
interface NodeRedisSeed {
  readonly masters: readonly NodeRedisMaster[];
  readonly slots: readonly { readonly master: NodeRedisMaster }[];
  connect(): Promise<unknown>;
  destroy(): void;
  nodeClient(master: object): Promise<unknown>;
  on(event: string, listener: (error: unknown) => void): unknown;
}

interface NodeRedisMaster {
  readonly address: string;
  readonly host: string;
  readonly port: number;
  readonly client?: NodeRedisTemplate | undefined;
}

/** The masters that a cluster found, as nodes to begin with. */
interface FoundMasters extends Masters {
  readonly roots: readonly object[];
}

// A server that hangs must not stop the search at the others.
const SILENCE_MS = 1_000;

/**
 * Makes a port of your cluster of `redis` (node-redis), for `createLocks({ redis: nodeRedisClusterPort(cluster) })`. It
 * sends each command to the master of its lock, through connections of its own: one for commands to each master, and
 * one for messages while somebody waits. They have the login and TLS of the cluster's `defaults`, and end when your
 * cluster is closed. A redirected command is sent again, because Redis did not execute it.
 * @param cluster the cluster, from `createCluster` of redis 5 or 6; it is not changed, and need not be connected
 * @returns the port, which `close()` disconnects
 * @throws INVALID_OPTION when it is no such cluster; in a Worker
 * @example
 * import { createLocks } from "leasehound";
 * import { nodeRedisClusterPort } from "leasehound/node-redis";
 * import { createCluster } from "redis";
 *
 * const cluster = createCluster({ rootNodes: [{ url: process.env.REDIS_URL! }] });
 * const locks = createLocks({ redis: nodeRedisClusterPort(cluster) });
 */
export function nodeRedisClusterPort(cluster: NodeRedisCluster): TcpPort {
  checkRuntime();
  const { duplicate, nodeClient, on } = Object(cluster);
  if (![duplicate, nodeClient, on].every((method) => typeof method === "function")) {
    throw noClient("a cluster of node-redis, from createCluster");
  }
  return onlyPortOf(cluster, () => newPort(cluster));
}

function newPort(cluster: NodeRedisCluster): TcpPort {
  let hasEnded = false;
  cluster.on("disconnect", () => {
    hasEnded = true;
  });
  let found: FoundMasters | undefined;
  const client: ClusterClient = {
    ...placeOf(cluster),
    hasEnded: () => hasEnded && !cluster.isOpen,
    onEnd: (listener) => void cluster.on("disconnect", listener),
    async discover() {
      found = await findMasters(cluster, found?.roots);
      return found;
    },
  };
  return clusterPort(client);
}

function optionsOf(cluster: NodeRedisCluster): { rootNodes: readonly object[]; defaults: object } {
  const { rootNodes = [], defaults = {} } = Object(Reflect.get(cluster, "_options"));
  return { rootNodes, defaults };
}

function placeOf(cluster: NodeRedisCluster): Pick<ClusterClient, "address" | "username" | "passwords"> {
  const { rootNodes, defaults } = optionsOf(cluster);
  const all = [defaults, ...rootNodes].map((options) => {
    const { url, socket, username, password } = Object(options);
    const parsed = typeof url === "string" ? partsOfNode(url) : undefined;
    const { host = parsed?.hostname ?? "localhost", port = parsed?.port || 6_379 } = Object(socket);
    const passwords = [password, parsed?.password];
    return { server: `${host}:${port}`, username: username ?? parsed?.username ?? "", passwords };
  });
  const passwords = all.flatMap((each) => each.passwords).filter((text) => typeof text === "string" && text !== "");
  const [, ...roots] = all.map(({ server }) => server);
  return {
    address: `redis://${roots.sort().join()}/cluster`,
    username: String(all.find(({ username }) => username !== "")?.username ?? ""),
    passwords: [...new Set(passwords)],
  };
}

/** Finds the masters. `known`: nodes that were found before. */
async function findMasters(cluster: NodeRedisCluster, known: readonly object[] = []): Promise<FoundMasters> {
  const { rootNodes, defaults } = optionsOf(cluster);
  const { socket } = Object(defaults);
  const seed = cluster.duplicate({
    // The library changes what it is given.
    rootNodes: [...known, ...rootNodes].map((node) => ({ ...node, socket: { ...Object(Object(node).socket) } })),
    defaults: {
      ...defaults,
      socket: { ...socket, connectTimeout: SILENCE_MS, socketTimeout: SILENCE_MS, reconnectStrategy: false },
    },
    minimizeConnections: true,
    useReplicas: false,
  });
  let failed: unknown;
  seed.on("error", (error) => {
    failed = error;
  });
  try {
    await seed.connect();
    return await mastersOf(seed, Object(socket));
  } catch (error) {
    throw failed ?? error;
  } finally {
    seed.destroy();
  }
}

async function mastersOf(seed: NodeRedisSeed, socket: object): Promise<FoundMasters> {
  const { masters, slots } = seed;
  const { connectTimeout, socketTimeout } = Object(socket);
  const servers = new Map<string, Server>();
  const connecting = masters.map((master) => {
    // The library makes the client of a node at once, but connects it. It leaves open what is destroyed too early.
    const connected = seed.nodeClient(master);
    const { address, client } = master;
    if (client !== undefined) {
      const options = { socket: { ...Object(Object(client.options).socket), connectTimeout, socketTimeout } };
      servers.set(address, serverOf({ options, duplicate: (override) => client.duplicate(override) }));
    }
    // Version 5 cannot destroy a cluster with a client that has failed.
    return connected.catch(() => Reflect.set(master, "client", undefined));
  });
  await Promise.all(connecting);
  return {
    servers,
    addressOf: (slot) => slots[slot]?.master.address,
    roots: masters.map(({ host, port }) => ({ socket: { host, port } })),
  };
}
