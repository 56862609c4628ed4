// Clients of a Redis Cluster, in the versions that the package supports, and the ports over them.
import { Cluster as Cluster6 } from "ioredis";
import { Cluster as Cluster5 } from "ioredis-5";
import { Cluster as ValkeyCluster } from "iovalkey";
import { ioredisClusterPort } from "../../src/lock/tcp/ioredis.ts";
import type { TcpUser } from "./tcp-clients.ts";

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

export const CLUSTER_USERS: readonly (readonly [name: string, MakesClusterUser])[] = [
  ["ioredis 6", ioredis(Cluster6)],
  ["ioredis 5", ioredis(Cluster5)],
  ["iovalkey", ioredis(ValkeyCluster)],
];
