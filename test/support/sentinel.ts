// A real Sentinel that watches a primary with one replica.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRedisServer } from "../../src/tools/gateway/find-redis-server.ts";
import { freePort, type RedisServer, startRedisServer } from "../../src/tools/gateway/redis-server.ts";
import { connect } from "../lock/model/real.ts";
import { startProgram } from "./child-process.ts";
import { eventually } from "./eventually.ts";

export const SENTINEL_NAME = "locks";

export interface Watched {
  readonly primary: RedisServer;
  readonly replica: RedisServer;
  /** The password of both. */
  readonly password: string;
  readonly sentinelPort: number;
}

/** Starts all three; `stack` ends them. Resolves when the replica has caught up, and Sentinel knows it. */
export async function startWatched(stack: AsyncDisposableStack): Promise<Watched> {
  const [primary, replica] = [await startRedisServer(), await startRedisServer()];
  for (const server of [primary, replica]) stack.defer(() => server.stop());
  const { password } = new URL(primary.url);
  const toPrimary = await connect(primary.url);
  const toReplica = await connect(replica.url);
  stack.defer(() => toPrimary.destroy());
  stack.defer(() => toReplica.destroy());
  await toPrimary.sendCommand(["CONFIG", "SET", "repl-diskless-sync-delay", "0"]);
  await toReplica.sendCommand(["CONFIG", "SET", "masterauth", password]);
  await toReplica.sendCommand(["CONFIG", "SET", "requirepass", password]);
  await toReplica.sendCommand(["REPLICAOF", "127.0.0.1", String(primary.port)]);
  const replication = async (): Promise<string> => String(await toReplica.sendCommand(["INFO", "replication"]));
  await eventually(async () => (await replication()).includes("master_link_status:up"));
  const sentinelPort = await startSentinel(stack, primary.port, password);
  const toSentinel = await connect(`redis://127.0.0.1:${sentinelPort}`);
  stack.defer(() => toSentinel.destroy());
  await eventually(
    async () => Object(await toSentinel.sendCommand(["SENTINEL", "REPLICAS", SENTINEL_NAME])).length === 1,
  );
  return { primary, replica, password, sentinelPort };
}

async function startSentinel(stack: AsyncDisposableStack, primaryPort: number, password: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "sentinel-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const file = join(folder, "sentinel.conf");
  await writeFile(
    file,
    `port ${port}
bind 127.0.0.1
dir ${folder}
sentinel monitor ${SENTINEL_NAME} 127.0.0.1 ${primaryPort} 1
sentinel auth-pass ${SENTINEL_NAME} ${password}
sentinel down-after-milliseconds ${SENTINEL_NAME} 500
sentinel failover-timeout ${SENTINEL_NAME} 3000
`,
  );
  const { path, env } = findRedisServer();
  const started = startProgram(path, [file, "--sentinel"], { LD_LIBRARY_PATH: env["LD_LIBRARY_PATH"] ?? "" });
  stack.use(started);
  await started.line(/\+monitor/);
  return port;
}
