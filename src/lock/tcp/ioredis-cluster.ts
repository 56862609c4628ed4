// A Cluster of ioredis. It finds the masters, and how to connect to them; the port routes and sends by itself.
import { type ClusterClient, ClusterLine, type Masters } from "./cluster-line.ts";
import { type IoredisTemplate, OWN, serverOf } from "./ioredis-connection.ts";
import { portOver, type TcpPort } from "./tcp-port.ts";

/** The members of a `Cluster` that `ioredisPort` uses. */
export interface IoredisCluster {
  readonly status: string;
  readonly options: object;
  duplicate(startupNodes?: object[], override?: object): IoredisSeed;
  on(event: string, listener: () => void): unknown;
}

/** A `Cluster` that finds the masters, once. */
interface IoredisSeed {
  readonly slots: readonly (readonly string[])[];
  connect(): Promise<void>;
  disconnect(reconnect?: boolean): void;
  nodes(role: "all" | "master"): IoredisNode[];
  on(event: "+node", listener: (node: IoredisNode) => void): unknown;
  on(event: "error" | "node error", listener: (error: unknown) => void): unknown;
}

interface IoredisNode extends IoredisTemplate {
  readonly options: object;
}

/** The masters that a `Cluster` found, and all nodes of it. */
interface FoundMasters extends Masters {
  readonly nodes: readonly object[];
}

// It is opened for one question, and ends with the answer.
const ONCE = {
  lazyConnect: true,
  enableReadyCheck: false,
  clusterRetryStrategy: null,
  clusterNodeRetryStrategy: null,
  slotsRefreshInterval: undefined,
  shardedSubscribers: false,
  scripts: undefined,
};

/** Makes the port of a `Cluster`. */
export function clusterPort(cluster: IoredisCluster): TcpPort {
  let found: FoundMasters | undefined;
  const client: ClusterClient = {
    ...placeOf(cluster),
    hasEnded: () => cluster.status === "end" || Reflect.get(cluster, "manuallyClosing") === true,
    onEnd: (listener) => void cluster.on("end", listener),
    async discover() {
      found = await discover(cluster, found?.nodes);
      return found;
    },
  };
  const line = new ClusterLine(client);
  return portOver({ ...client, openForChannels: (...opening) => line.openForChannels(...opening) }, line);
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

/** A startup node may be an object, a port, or a url. */
function nodeOf(node: unknown): Record<"host" | "port" | "username" | "password", unknown> {
  if (typeof node === "object") return Object(node);
  const text = String(node);
  const { hostname, port, username, password } = new URL(/^\d+$/.test(text) ? `redis://localhost:${text}` : text);
  return { host: hostname, port, username, password: decodeURIComponent(password) };
}

/** Finds the masters. `known`: the options of the nodes that were found before. */
async function discover(cluster: IoredisCluster, known: readonly object[] = []): Promise<FoundMasters> {
  const { redisOptions } = Object(cluster.options);
  // The library compares the numbers of slots.
  const ofNodes = { ...redisOptions, ...OWN, stringNumbers: false };
  const seed = cluster.duplicate([...known], { ...ONCE, redisOptions: ofNodes });
  const tried: IoredisNode[] = [];
  let refusal: unknown;
  seed.on("error", () => {});
  seed.on("node error", (error) => {
    refusal = error;
  });
  seed.on("+node", (node) => void tried.push(node));
  try {
    await seed.connect();
    return mastersOf(seed);
  } catch (error) {
    if (known.length > 0) return await discover(cluster);
    const [first] = tried;
    // The library does not say why it could not connect. The error of a connection does.
    if (first !== undefined) (await serverOf(first).openForCommands(() => {}, new AbortController().signal)).close();
    throw refusal ?? error;
  } finally {
    seed.disconnect();
  }
}

function mastersOf(seed: IoredisSeed): FoundMasters {
  const { slots } = seed;
  return {
    servers: new Map(seed.nodes("master").map((node) => [addressOf(node), serverOf(node)])),
    addressOf: (slot) => slots[slot]?.[0],
    nodes: seed.nodes("all").map(({ options }) => ({ ...options })),
  };
}

function addressOf({ options }: IoredisNode): string {
  const { host, port } = Object(options);
  return `${host}:${port}`;
}
