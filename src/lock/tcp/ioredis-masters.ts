// The masters of a Cluster of ioredis. The library finds them, and how to connect to them; the port routes and sends.
import type { Masters } from "./cluster-line.ts";
import { type IoredisTemplate, OWN, serverOf } from "./ioredis-connection.ts";

/** The members of a `Cluster` that `ioredisClusterPort` uses. */
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
export interface FoundMasters extends Masters {
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

/** Finds the masters. `known`: the options of the nodes that were found before. */
export async function findMasters(cluster: IoredisCluster, known: readonly object[] = []): Promise<FoundMasters> {
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
    if (known.length > 0) return await findMasters(cluster);
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
