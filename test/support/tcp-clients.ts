// The newest clients of Redis over TCP, and the ports over them. test/others/tcp-clients.ts adds the older ones.
import { createClient } from "@redis/client";
import { Redis } from "ioredis";
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

export const ioredisUser =
  (Client: new (url: string, options: object) => IoredisClient & Pick<Redis, "connect" | "quit">): MakesTcpUser =>
  (url, options) => {
    const client = new Client(url, { lazyConnect: true, ...options });
    client.on("error", () => {});
    return { port: ioredisPort(client), connect: () => client.connect(), quit: () => client.quit() };
  };

export const nodeRedisUser =
  (
    create: (options: { url: string }) => NodeRedisClient & { connect(): Promise<unknown>; close(): Promise<unknown> },
  ) =>
  (url: string, options?: object): TcpUser => {
    const client = create({ url, ...options });
    client.on("error", () => {});
    return { port: nodeRedisPort(client), connect: () => client.connect(), quit: () => client.close() };
  };

export const NEWEST_TCP_USERS: readonly (readonly [name: string, MakesTcpUser])[] = [
  ["ioredis 6", ioredisUser(Redis)],
  ["node-redis 6", nodeRedisUser(createClient)],
];
