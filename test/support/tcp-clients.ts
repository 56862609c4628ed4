// Clients of Redis over TCP, in the versions that the package supports, and the ports over them.
import { createClient as nodeRedis6 } from "@redis/client";
import { Redis as Ioredis6 } from "ioredis";
import { Redis as Ioredis5 } from "ioredis-5";
import { Redis as Iovalkey } from "iovalkey";
import { createClient as nodeRedis5 } from "redis-5";
import { ioredisPort } from "../../src/lock/tcp/ioredis.ts";
import { nodeRedisPort } from "../../src/lock/tcp/node-redis.ts";
import type { TcpPort } from "../../src/lock/tcp/tcp-port.ts";

/** A user's client that is not connected, its port, and how a user closes it. */
export interface TcpUser {
  readonly port: TcpPort;
  /** Connects the client itself. */
  connect(): Promise<unknown>;
  quit(): Promise<unknown>;
}

type IoredisClient = Parameters<typeof ioredisPort>[0];
type NodeRedisClient = Parameters<typeof nodeRedisPort>[0];

export type MakesTcpUser = (url: string, options?: object) => TcpUser;

const ioredis =
  (Redis: new (url: string, options: object) => IoredisClient & Pick<Ioredis6, "connect" | "quit">): MakesTcpUser =>
  (url, options) => {
    const client = new Redis(url, { lazyConnect: true, ...options });
    client.on("error", () => {});
    return { port: ioredisPort(client), connect: () => client.connect(), quit: () => client.quit() };
  };

const nodeRedis =
  (
    create: (options: { url: string }) => NodeRedisClient & { connect(): Promise<unknown>; close(): Promise<unknown> },
  ) =>
  (url: string, options?: object): TcpUser => {
    const client = create({ url, ...options });
    client.on("error", () => {});
    return { port: nodeRedisPort(client), connect: () => client.connect(), quit: () => client.close() };
  };

export const TCP_USERS: readonly (readonly [name: string, MakesTcpUser])[] = [
  ["ioredis 6", ioredis(Ioredis6)],
  ["ioredis 5", ioredis(Ioredis5)],
  ["iovalkey", ioredis(Iovalkey)],
  ["node-redis 6", nodeRedis(nodeRedis6)],
  ["node-redis 5", nodeRedis(nodeRedis5)],
  ["node-redis 5 with RESP 3", (url, options) => nodeRedis(nodeRedis5)(url, { RESP: 3, ...options })],
];
