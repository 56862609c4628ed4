// "leasehound/ioredis": locks over a client of ioredis 5 or 6, or of iovalkey. The library is not imported.
import { checkKeyPrefix, hasEnded, type IoredisTemplate, serverOf } from "./ioredis-connection.ts";
import { checkRuntime, noClient, type TcpClient, unusable } from "./tcp-client.ts";
import { onlyPortOf, type TcpPort, tcpPort } from "./tcp-port.ts";

export { ioredisClusterPort } from "./ioredis-cluster.ts";
export type { TcpPort } from "./tcp-port.ts";

/** The members of a client that `ioredisPort` uses. */
interface IoredisClient extends IoredisTemplate {
  readonly status: string;
  readonly options: object;
  on(event: string, listener: () => void): unknown;
}

/**
 * Makes a port that sends through connections like those of your `ioredis` client, for `createLocks({ redis:
 * ioredisPort(redis) })`. They have its address, login, TLS and Sentinels: one for commands, and one for messages while
 * somebody waits. Your client's own connection, its queue and its settings for retries are not used. The connections
 * end when your client ends; a later call throws REDIS_UNREACHABLE. They keep no process alive.
 * @param redis the client, a `Redis` of ioredis 5 or 6 or of iovalkey; it is not changed, and need not be connected
 * @returns the port, which `close()` disconnects
 * @throws INVALID_OPTION when it is no such client, is a `Cluster`, or has a `keyPrefix`; in a Worker
 * @example
 * import { Redis } from "ioredis";
 * import { createLocks } from "leasehound";
 * import { ioredisPort } from "leasehound/ioredis";
 *
 * const locks = createLocks({ redis: ioredisPort(new Redis(process.env.REDIS_URL!)) });
 */
export function ioredisPort(redis: IoredisClient): TcpPort {
  checkRuntime();
  const { duplicate, callBuffer, on, options, isCluster } = Object(redis);
  if (isCluster === true) throw unusable("is a Cluster: pass it to ioredisClusterPort");
  const isRedis = [duplicate, callBuffer, on].every((method) => typeof method === "function");
  if (!isRedis || typeof options !== "object" || options === null) throw noClient("a Redis of ioredis");
  checkKeyPrefix(options);
  return onlyPortOf(redis, () => tcpPort(clientOf(redis)));
}

function clientOf(redis: IoredisClient): TcpClient {
  return {
    ...placeOf(redis.options),
    ...serverOf(redis),
    hasEnded: () => hasEnded(redis),
    onEnd: (listener) => void redis.on("end", listener),
  };
}

function placeOf(options: object): Pick<TcpClient, "address" | "username" | "passwords"> {
  const { path, host = "localhost", port = 6_379, db = 0, sentinels, name } = Object(options);
  const { username, password, sentinelPassword } = Object(options);
  const servers = Array.isArray(sentinels)
    ? `${sentinels.map((each) => `${Object(each).host}:${Object(each).port}`).join()}/${name}`
    : (path ?? `${host}:${port}`);
  const passwords = [password, sentinelPassword].filter((text) => typeof text === "string" && text !== "");
  return { address: `redis://${servers}/${db}`, username: String(username ?? ""), passwords };
}
