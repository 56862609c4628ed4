// A real Redis Cluster of three masters on loopback, whose slots can move and whose masters can fail.
import { type RedisServer, startRedisServer } from "../../src/tools/gateway/redis-server.ts";
import { type Connection, connect } from "../lock/model/real.ts";
import { eventually } from "./eventually.ts";

const MASTERS = 3;
const SLOTS = 16_384;
// A node that is silent for so long is called failed, and its replica takes over.
const NODE_TIMEOUT_MS = 10_000;

/** A node, with a connection of its administrator. */
export interface ClusterNode {
  readonly server: RedisServer;
  readonly id: string;
  command(...words: readonly (string | number)[]): Promise<unknown>;
}

export class TestCluster {
  readonly masters: readonly ClusterNode[];
  /** Of all nodes. */
  readonly password: string;
  readonly #stack: AsyncDisposableStack;

  private constructor(masters: readonly ClusterNode[], password: string, stack: AsyncDisposableStack) {
    this.masters = masters;
    this.password = password;
    this.#stack = stack;
  }

  /**
   * Starts the masters; `stack` ends all nodes. Resolves when the cluster is ready.
   *
   * @param options `nodeTimeoutMs`: after how long a silent node is called failed
   */
  static async start(
    stack: AsyncDisposableStack,
    { nodeTimeoutMs = NODE_TIMEOUT_MS }: { nodeTimeoutMs?: number } = {},
  ): Promise<TestCluster> {
    const servers = await Promise.all(Array.from({ length: MASTERS }, () => startServer(stack)));
    const password = new URL(servers[0]?.url ?? "").password;
    const masters = await Promise.all(servers.map((server) => nodeOf(server, password, stack)));
    const [first] = masters;
    for (const [nth, { command }] of masters.entries()) {
      await command("CONFIG", "SET", "cluster-node-timeout", nodeTimeoutMs);
      const from = Math.ceil((nth * SLOTS) / MASTERS);
      await command("CLUSTER", "ADDSLOTSRANGE", from, Math.ceil(((nth + 1) * SLOTS) / MASTERS) - 1);
      await command("CLUSTER", "SET-CONFIG-EPOCH", nth + 1);
    }
    for (const { server } of masters) await first?.command(...meet(server));
    const cluster = new TestCluster(masters, password, stack);
    await cluster.ready();
    return cluster;
  }

  /** Resolves when all masters agree that all slots are served, and know each other. */
  async ready(masters: readonly ClusterNode[] = this.masters): Promise<void> {
    for (const { command } of masters) {
      await eventually(async () => {
        const info = String(await command("CLUSTER", "INFO"));
        return info.includes("cluster_state:ok") && info.includes(`cluster_size:${MASTERS}`);
      });
    }
  }

  /** Adds a replica. Resolves when it has caught up, and all nodes know it. */
  async addReplica(of: ClusterNode): Promise<ClusterNode> {
    const server = await startServer(this.#stack);
    const replica = await nodeOf(server, this.password, this.#stack);
    const [, nodeTimeoutMs] = [await of.command("CONFIG", "GET", "cluster-node-timeout")].flat();
    await replica.command("CONFIG", "SET", "cluster-node-timeout", String(nodeTimeoutMs));
    await of.command("CONFIG", "SET", "repl-diskless-sync-delay", 0);
    await of.command(...meet(server));
    await eventually(async () => String(await replica.command("CLUSTER", "NODES")).includes(of.id));
    await replica.command("CLUSTER", "REPLICATE", of.id);
    await eventually(async () =>
      String(await replica.command("INFO", "replication")).includes("master_link_status:up"),
    );
    for (const { command } of this.masters) {
      await eventually(async () => String(await command("CLUSTER", "NODES")).includes(`slave ${of.id}`));
    }
    return replica;
  }

  /** Returns the slot of a key, and its master. */
  async placeOf(key: string): Promise<{ slot: number; master: ClusterNode }> {
    const [any] = this.masters;
    const slot = Number(await any?.command("CLUSTER", "KEYSLOT", key));
    const ranges = Object(await any?.command("CLUSTER", "SLOTS"));
    for (const [from, to, [, port]] of ranges) {
      const master = this.masters.find(({ server }) => server.port === port);
      if (from <= slot && slot <= to && master !== undefined) return { slot, master };
    }
    throw new Error(`slot ${slot} has no master`);
  }

  /** Begins to move the slot of a key to another master. Returns the function that moves its keys, and ends. */
  async beginToMove(key: string): Promise<() => Promise<void>> {
    const { slot, master: from } = await this.placeOf(key);
    const to = this.masters.find((each) => each !== from);
    if (to === undefined) throw new Error("no other master");
    await to.command("CLUSTER", "SETSLOT", slot, "IMPORTING", from.id);
    await from.command("CLUSTER", "SETSLOT", slot, "MIGRATING", to.id);
    return async () => {
      const target = ["MIGRATE", "127.0.0.1", to.server.port, "", 0, 5_000, "AUTH", this.password, "KEYS"];
      // Ends with the slot's last key: a script may have added some meanwhile.
      while (true) {
        const keys = [await from.command("CLUSTER", "GETKEYSINSLOT", slot, 100)].flat().map(String);
        if (keys.length === 0) break;
        await from.command(...target, ...keys);
      }
      // The new master first, as redis-cli does: its epoch must be the newest.
      for (const { command } of [to, from, ...this.masters]) {
        await command("CLUSTER", "SETSLOT", slot, "NODE", to.id);
      }
    };
  }
}

async function startServer(stack: AsyncDisposableStack): Promise<RedisServer> {
  const server = await startRedisServer({ cluster: true });
  stack.defer(() => server.stop());
  return server;
}

async function nodeOf(server: RedisServer, password: string, stack: AsyncDisposableStack): Promise<ClusterNode> {
  const connection: Connection = await connect(server.url);
  stack.defer(() => connection.destroy());
  const command: ClusterNode["command"] = (...words) => connection.sendCommand(words.map(String));
  await command("CONFIG", "SET", "masterauth", password);
  await command("CONFIG", "SET", "requirepass", password);
  return { server, id: String(await command("CLUSTER", "MYID")), command };
}

function meet({ port, clusterPort = 0 }: RedisServer): (string | number)[] {
  return ["CLUSTER", "MEET", "127.0.0.1", port, clusterPort];
}
