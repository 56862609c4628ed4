// A connection to a real Redis, for tests that send its commands themselves.
import type { LuaScript } from "../../../src/lock/protocol.ts";
import { quietClient } from "../../../src/tools/gateway/redis-link.ts";
import { mayBeFull } from "./harness/full-first.ts";

export type Connection = ReturnType<typeof newConnection>;

export async function connect(url: string): Promise<Connection> {
  const connection = newConnection(url);
  connection.on("error", () => {}); // the pending command reports it
  await connection.connect();
  return connection;
}

function newConnection(url: string) {
  // 0: none. Walks send hundreds of commands at once, and on a busy machine the last of them wait for longer than the
  // client's 5 s. Longer timeouts would keep a timer each.
  return quietClient.duplicate({ url, commandOptions: { timeout: 0 } });
}

/** Loads the scripts under their own hashes. */
export async function load(connection: Connection, scripts: readonly LuaScript[]): Promise<void> {
  for (const script of scripts) {
    await connection.sendCommand(["SCRIPT", "LOAD", script.source]);
    mayBeFull(script);
  }
}
