// Opens the way of the command to a database: over HTTP, or over TCP.
import { type RedisEndpoint, streams } from "../../index.ts";
import { sendTogether } from "../../lock/redis/batch.ts";
import type { DatabaseAddress, GivenBy, Way } from "./way.ts";

/** Opens the way to a database. Sends nothing. Throws USAGE if the library is not installed. */
export async function wayTo(place: DatabaseAddress): Promise<Way> {
  if (!("redisUrl" in place)) return wayOverHttp(place);
  // Loaded for this alone: it brings the ports with it.
  const { wayOverTcp } = await import("./way-over-tcp.ts");
  return wayOverTcp(place);
}

export function wayOverHttp({ givenBy, ...endpoint }: RedisEndpoint & { readonly givenBy: GivenBy }): Way {
  const send = sendTogether(endpoint, () => undefined);
  return {
    ...{ over: "HTTP", host: new URL(endpoint.url).host, givenBy, redis: endpoint, secrets: [endpoint.token] },
    send: (command, limits) => send(command, { ...limits, alone: true }),
    newFollow() {
      const { follow } = streams();
      return (...followed) => follow(endpoint, ...followed);
    },
    close() {},
  };
}
