// The servers of tests: a redis-server, or, where this machine has none, an engine in a process of its own.
import { randomToken } from "../../src/tools/gateway/auth.ts";
import { redisServerHere } from "../../src/tools/gateway/find-redis-server.ts";
import {
  type Gateway,
  type GatewayOptions,
  type PrivateServer,
  startGateway,
} from "../../src/tools/gateway/gateway.ts";
import { startRedisServer } from "../../src/tools/gateway/redis-server.ts";
import { type StartedProcess, startNode } from "./child-process.ts";

export type Server = PrivateServer;

/** Starts a server, which is empty. With options, it must be a redis-server: an engine has none. */
export function startServer(options?: Parameters<typeof startRedisServer>[0]): Promise<Server> {
  const isEngine = redisServerHere() === undefined && options === undefined;
  return isEngine ? EngineServer.start() : startRedisServer(options);
}

/** A gateway, and its server, which ends with it. */
export type ServedGateway = Gateway & { readonly redis: Server };

/** Starts a gateway in front of a server that tests can stop, or use beside the gateway. */
export async function startServedGateway(options: GatewayOptions = {}): Promise<ServedGateway> {
  const redis = redisServerHere() === undefined ? await EngineServer.start() : undefined;
  const gateway = await startGateway(redis === undefined ? options : { ...options, redisUrl: redis.url });
  const server = redis ?? gateway.redis;
  if (server === undefined) throw new Error("the gateway has no server of its own");
  const close = async () => {
    await gateway.close();
    await redis?.stop();
  };
  return { ...gateway, redis: server, close, [Symbol.asyncDispose]: close };
}

class EngineServer implements Server {
  readonly port: number;
  readonly url: string;
  readonly program = "the engine of leasehound";
  readonly #password: string;
  #process: StartedProcess | undefined;

  private constructor(port: number, password: string, process: StartedProcess) {
    this.port = port;
    this.url = `redis://default:${password}@127.0.0.1:${port}`;
    this.#password = password;
    this.#process = process;
  }

  static async start(): Promise<EngineServer> {
    const password = randomToken();
    const process = await loaded(0, password);
    return new EngineServer(await listening(process), password, process);
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    if (running === undefined) return;
    running.signal(signal);
    // These leave it running.
    if (signal === "SIGSTOP" || signal === "SIGCONT") return;
    this.#process = undefined;
    await running.ended;
  }

  async restart(): Promise<void> {
    // Loaded before the other one ends, so that the server is away as shortly as a Redis.
    const next = await loaded(this.port, this.#password);
    await this.kill("SIGTERM");
    this.#process = next;
    await listening(next);
  }

  stop(): Promise<void> {
    return this.kill("SIGKILL");
  }
}

async function loaded(port: number, password: string): Promise<StartedProcess> {
  const process = startNode(["test/support/engine-process.ts", port, password]);
  await process.line(/^loaded$/);
  return process;
}

/** Resolves with its port. */
async function listening(process: StartedProcess): Promise<number> {
  process.write("\n");
  return Number(await process.line(/^\d+$/));
}
