// How the command reaches a database: over HTTP, or over TCP.
import { type RedisEndpoint, type RedisPort, streams } from "../../index.ts";
import type { CommandSender } from "../../lock/redis/command-sender.ts";
import { pipelining } from "../../lock/redis/pipelining.ts";
import { sendAlone } from "../../lock/redis/upstash.ts";
import type { TcpPlace } from "./libraries.ts";

/** Where a database is. Plain data, for the process that deletes the keys of `prove`. */
export type Place = RedisEndpoint | TcpPlace;

/** A way to a database. */
export interface Way extends Pick<CommandSender, "send" | "secrets"> {
  /** "HTTP", or the library. */
  readonly over: string;
  /** Without a login. */
  readonly host: string;
  /** What the locks get. */
  readonly redis: RedisEndpoint | RedisPort;
  /** Sends like `pipelining()`. Undefined over TCP, where every connection pipelines. */
  readonly sendPipelined: CommandSender["send"] | undefined;
  /** Returns how one client of locks follows channels. */
  newFollow(): RedisPort["follow"];
  close(): void;
}

/** Opens the way to a database. Sends nothing. Throws USAGE if the library is not installed. */
export async function wayTo(place: Place): Promise<Way> {
  if (!("redisUrl" in place)) return wayOverHttp(place);
  // Loaded for this alone: it brings the ports with it.
  const { wayOverTcp } = await import("./way-over-tcp.ts");
  return wayOverTcp(place);
}

export function wayOverHttp(endpoint: RedisEndpoint): Way {
  return {
    ...{ over: "HTTP", host: new URL(endpoint.url).host, redis: endpoint, secrets: [endpoint.token] },
    send: sendAlone(endpoint),
    sendPipelined: (words, limits) => pipelining().sender(endpoint)(words, limits),
    newFollow() {
      const { follow } = streams();
      return (...followed) => follow(endpoint, ...followed);
    },
    close() {},
  };
}
