// Clients of a Redis Cluster, in the versions that the package supports, and the ports over them.
import { createCluster as nodeRedis6 } from "@redis/client";
import { Cluster as Cluster6 } from "ioredis";
import { Cluster as Cluster5 } from "ioredis-5";
import { Cluster as ValkeyCluster } from "iovalkey";
import { createCluster as nodeRedis5 } from "redis-5";
import { ioredisClusterPort } from "../../src/lock/tcp/ioredis.ts";
import { nodeRedisClusterPort } from "../../src/lock/tcp/node-redis.ts";
import type { TcpUser } from "../support/tcp-clients.ts";

/** Where a client begins: the port of a node. */
export interface ClusterAddress {
  readonly port: number;
  readonly password: string;
}

export type MakesClusterUser = (address: ClusterAddress, options?: object) => TcpUser;

type Client = Parameters<typeof ioredisClusterPort>[0] & Pick<Cluster6, "connect" | "quit">;

const ioredis =
  (Cluster: new (nodes: { host: string; port: number }[], options: object) => Client): MakesClusterUser =>
  ({ port, password }, options) => {
    const client = new Cluster([{ host: "127.0.0.1", port }], {
      lazyConnect: true,
      redisOptions: { password },
      ...options,
    });
    client.on("error", () => {});
    return { port: ioredisClusterPort(client), connect: () => client.connect(), quit: () => client.quit() };
  };

type NodeRedisCluster = Parameters<typeof nodeRedisClusterPort>[0] & {
  connect(): Promise<unknown>;
  close(): Promise<unknown>;
};

const nodeRedis =
  (create: (options: { rootNodes: object[]; defaults: object }) => NodeRedisCluster): MakesClusterUser =>
  ({ port, password }, options) => {
    const client = create({
      rootNodes: [{ socket: { host: "127.0.0.1", port } }],
      defaults: { password },
      ...options,
    });
    client.on("error", () => {});
    return { port: nodeRedisClusterPort(client), connect: () => client.connect(), quit: () => client.close() };
  };

export const CLUSTER_USERS: readonly (readonly [name: string, MakesClusterUser])[] = [
  ["ioredis 6", ioredis(Cluster6)],
  ["ioredis 5", ioredis(Cluster5)],
  ["iovalkey", ioredis(ValkeyCluster)],
  ["node-redis 6", nodeRedis(nodeRedis6)],
  ["node-redis 5", nodeRedis(nodeRedis5)],
];
