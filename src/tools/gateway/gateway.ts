// Upstash's REST protocol, and RESP, in front of a redis-server or the engine, with faults, counters and a witness log.
import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Database } from "./database.ts";
import { EngineDatabase } from "./engine-database.ts";
import { failure } from "./execute.ts";
import { type RedisBinary, redisServerHere } from "./find-redis-server.ts";
import { Front, type FrontOptions, type Instruments, isOwnPath } from "./front.ts";
import { foreignness, httpAnswer, writeAnswer } from "./http.ts";
import { RedisDatabase } from "./redis-database.ts";
import { type RedisServer, startRedisServer } from "./redis-server.ts";

export type { FaultPlan, FaultRule } from "../../engine/faults/rules.ts";
export type { Counts } from "./counters.ts";
export { faultMix } from "./fault-plan.ts";
export { installedRedisServer, type RedisBinary } from "./find-redis-server.ts";
export type { RedisServer } from "./redis-server.ts";
export type { WitnessValue } from "./reply.ts";
export type { WitnessEntry, WitnessListener } from "./witness.ts";

export interface GatewayOptions extends FrontOptions {
  /** Undefined or 0: any free port. */
  port?: number;
  /**
   * Undefined: the gateway starts a private redis-server and stops it in the end. Where there is none, the engine in
   * this process is the database.
   */
  redisUrl?: string;
  /** The program of the private redis-server. Undefined: that of `redisServerHere()`. */
  redisServer?: RedisBinary | undefined;
  /** Whether the engine is the database even where there is a redis-server. Default: false. */
  engine?: boolean;
  /** The port for RESP. Undefined or 0: any free port. */
  respPort?: number;
}

/** A server that ends with the gateway, and that tests stop before. */
export type PrivateServer = Pick<RedisServer, "port" | "url" | "program" | "pid" | "kill" | "restart" | "stop">;

export interface Gateway extends Instruments {
  readonly url: string;
  readonly token: string;
  readonly readOnlyToken: string;
  /** The address of Redis, with the login of its administrator. With the engine, it is `respUrl`. */
  readonly redisUrl: string;
  /** The address over RESP, with the token as the password: the same requests, faults, counters and witness. */
  readonly respUrl: string;
  /** The private server, when there is one. */
  readonly redis?: PrivateServer;
  /** Whether the engine is the database: its data end with this process. */
  readonly isEngine: boolean;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Returns the server of this machine, or, if there is none, the engine. Throws if REDIS_SERVER is wrong. */
export function serverOrEngine(env: NodeJS.ProcessEnv = process.env): Pick<GatewayOptions, "redisServer" | "engine"> {
  const redisServer = redisServerHere(env);
  return redisServer === undefined ? { engine: true } : { redisServer };
}

/** Throws if REDIS_SERVER is wrong, or if the given Redis does not answer. */
export async function startGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const { redisUrl } = options;
  if (redisUrl !== undefined) return startInFrontOf(await RedisDatabase.connect(redisUrl), { redisUrl }, options);
  const isChosen = options.engine === true || options.redisServer !== undefined;
  const { engine = false, redisServer } = isChosen ? options : serverOrEngine();
  if (engine) return startInFrontOf(new EngineDatabase(options.compares !== false), {}, options);
  const redis = await startRedisServer({ binary: redisServer });
  try {
    return await startInFrontOf(await RedisDatabase.connect(redis.restUrl), { redisUrl: redis.url, redis }, options);
  } catch (error) {
    await redis.stop();
    throw error;
  }
}

/** Undefined: the engine. */
interface GatewayAddress {
  readonly redisUrl?: string;
  readonly redis?: PrivateServer;
}

async function startInFrontOf(database: Database, place: GatewayAddress, options: GatewayOptions): Promise<Gateway> {
  const front = await Front.of(database, options);
  const { token, readOnlyToken } = front;
  let server: Server | undefined;
  const stopServing = async () => {
    front.close();
    server?.closeAllConnections();
    await server?.[Symbol.asyncDispose]();
  };
  try {
    server = await listen(options.port ?? 0, front);
    const respUrl = `redis://default:${encodeURIComponent(token)}@127.0.0.1:${await front.resp.listen(options.respPort ?? 0)}`;
    let closed: Promise<unknown> | undefined;
    const close = async () => {
      closed ??= Promise.all([stopServing(), front.resp.close()]).then(() => place.redis?.stop());
      await closed;
    };
    return {
      url: `http://127.0.0.1:${portOf(server)}`,
      token,
      readOnlyToken,
      respUrl,
      redisUrl: respUrl,
      ...place,
      isEngine: place.redisUrl === undefined,
      ...front.instruments(),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await stopServing();
    throw error;
  }
}

async function listen(port: number, front: Front): Promise<Server> {
  const accepted = new WeakSet<Socket>();
  const server = createServer((request, response) => {
    const foreign = foreignness(request);
    if (foreign !== undefined) {
      request.resume(); // an answer before the end of a request can be lost
      writeAnswer(response, httpAnswer(failure(403, foreign), {}));
      return;
    }
    const isNew = !accepted.has(request.socket);
    accepted.add(request.socket);
    // At the first request, because only then it is known whether it goes to the gateway's own paths.
    if (isNew && !isOwnPath(request) && front.faults.refusesConnection()) {
      request.socket.resetAndDestroy();
      return;
    }
    front.handle(request, response).catch((error: unknown) => {
      // A client that disconnects during its request causes an error here; any other error is a bug of ours.
      if (request.complete) console.error(error);
      response.destroy();
    });
  });
  // Node's 5 s would close idle connections just before a client uses them, which would be unintended faults.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === "EADDRINUSE";
      reject(isTaken ? new Error(`port ${port} is taken by another program`, { cause }) : cause);
    });
    server.listen(port, "127.0.0.1", resolve);
  });
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Says how to reach a gateway, as a line of JSON. */
export function forPrograms({ url, token, redisUrl, isEngine }: Gateway): string {
  return JSON.stringify({ url, token, redis: redisUrl, ...(isEngine && { engine: true }) });
}

/** Says how to reach a gateway, as text that can be pasted into a shell. */
export function forPeople(gateway: Gateway): string {
  const { url, token } = gateway;
  const redisUrl = ownRedisUrl(gateway);
  return [
    `# The gateway serves until Ctrl-C, with ${databaseOf(gateway)}`,
    `export UPSTASH_REDIS_REST_URL=${url}`,
    `export UPSTASH_REDIS_REST_TOKEN=${quoted(token)}`,
    ...(redisUrl === undefined ? [] : [`export REDIS_URL=${quoted(redisUrl)}`]),
  ].join("\n");
}

/** Says which database it is. */
export function databaseOf({ isEngine, redis }: Gateway): string {
  if (isEngine) return "the engine of leasehound, whose data end with this process";
  return redis?.program ?? "your Redis";
}

/** Returns its address over TCP. Undefined: it was given, and its address may contain a password. */
export function ownRedisUrl({ isEngine, redis, redisUrl }: Gateway): string | undefined {
  return isEngine || redis !== undefined ? redisUrl : undefined;
}

function quoted(word: string): string {
  return /^[\w.:/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
