// The libraries over which the command reaches a database by TCP.

/** The packages that have them, by the name of the library. */
export const LIBRARIES = { ioredis: ["ioredis"], "node-redis": ["redis", "@redis/client"] } as const;

export type Library = keyof typeof LIBRARIES;

export const LIBRARY_NAMES: readonly Library[] = ["ioredis", "node-redis"];

/** A database that is reached over TCP. */
export interface TcpPlace {
  readonly redisUrl: string;
  readonly library: Library;
}
