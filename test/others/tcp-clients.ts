// Clients of Redis over TCP, in all versions that the package supports, and the ports over them.
import { Redis as Ioredis5 } from "ioredis-5";
import { Redis as Iovalkey } from "iovalkey";
import { createClient as nodeRedis5 } from "redis-5";
import { ioredisUser, type MakesTcpUser, NEWEST_TCP_USERS, nodeRedisUser } from "../support/tcp-clients.ts";

export const TCP_USERS: readonly (readonly [name: string, MakesTcpUser])[] = [
  ...NEWEST_TCP_USERS,
  ["ioredis 5", ioredisUser(Ioredis5)],
  ["iovalkey", ioredisUser(Iovalkey)],
  ["node-redis 5", nodeRedisUser(nodeRedis5)],
  ["node-redis 5 with RESP 3", (url, options) => nodeRedisUser(nodeRedis5)(url, { RESP: 3, ...options })],
];
