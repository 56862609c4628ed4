// Transactions over RESP: the replies of the gateway, in front of a Redis and of the engine, are those of a Redis.
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { startRedisServer } from "../../../src/tools/gateway/redis-server.ts";
import { RawResp } from "./raw-resp.ts";
import { ownGateway } from "./support.ts";

const server = await startRedisServer();
afterAll(() => server.stop());

/** Each is what one client sends. */
const SESSIONS = [
  ["MULTI", "SET k 1", "INCR k", "GET k", "EXEC", "GET k"],
  ["MULTI", "EXEC", "multi", "discard", "EXEC", "DISCARD"],
  ["MULTI", "SET k 1", "DISCARD", "GET k", "EXEC"],
  ["MULTI", "SET k 1", "MULTI", "WATCH k", "EXEC", "GET k"],
  ["MULTI", "SET k 1", "GET", "GET k", "EXEC", "GET k"],
  ["MULTI x", "MULTI", "DISCARD x", "EXEC", "EXEC x", "MULTI", "EXEC x", "EXEC"],
  ["SET k text", "MULTI", "INCR k", "LPUSH k x", "SET k 2", "EXEC", "GET k"],
  ["MULTI", "PING", "HSET h f 1", "HGETALL h", "ZADD z 1.5 m", "ZRANGE z 0 -1 WITHSCORES", "LPOP none 2", "EXEC"],
  ["MULTI", "SET k 1", "EVAL return{1,'x',false} 0", "SCRIPT LOAD return", "EXEC", "GET k"],
  ["MULTI", "SCAN 0 COUNT 100", "TIME x", "DBSIZE", "PUBLISH c m", "EXEC"],
  ["MULTI", "SET k 1", "RESET"],
  ["HELLO 3", "MULTI", "HGETALL none", "GET none", "SADD s a", "SMEMBERS s", "ZADD z 1 m", "ZSCORE z m", "EXEC"],
];

describe.each([{ engine: true }, { engine: false }])("with %j", ({ engine }) => {
  let gateway: Awaited<ReturnType<typeof ownGateway>>;
  const starting = ownGateway({ engine });
  beforeEach(async () => {
    gateway = await starting;
    gateway.faults.clear();
    for (const url of [gateway.respUrl, server.url]) {
      const client = await RawResp.open(url);
      await client.ask("FLUSHALL");
      client.leave();
    }
  });

  async function replies(url: string, lines: readonly string[]): Promise<string[]> {
    const client = await RawResp.open(url);
    for (const line of lines) client.send(...line.split(" "));
    const all: string[] = [];
    while (all.length < lines.length) all.push(await client.next());
    client.leave();
    // It describes the connection.
    return lines[0]?.startsWith("HELLO") ? all.slice(1) : all;
  }

  it.each(SESSIONS.map((lines) => [lines.join(", "), lines] as const))("%s", async (_, lines) => {
    expect(await replies(gateway.respUrl, lines)).toEqual(await replies(server.url, lines));
  });

  it("is one request, whose commands are counted, seen and subject to faults", async () => {
    await gateway.resetCounters();
    gateway.clearWitness();
    await replies(gateway.respUrl, ["MULTI", "SET k 1", "INCR k", "EXEC", "MULTI", "SET k 5", "DISCARD"]);
    expect(await gateway.counters()).toMatchObject({ requests: 1, commands: 2, byCommand: { SET: 1, INCR: 1 } });
    expect(gateway.witness().map(({ command, reply }) => [command[0], reply])).toEqual([
      ["SET", "OK"],
      ["INCR", 2],
    ]);
    gateway.faults.set({ seed: 1, rules: [{ fault: "drop-reply", command: "INCR" }] });
    const lines = ["MULTI", "INCR k", "EXEC"];
    expect(await replies(gateway.respUrl, lines)).toEqual(["+OK\r\n", "+QUEUED\r\n", expect.stringContaining("ended")]);
    gateway.faults.clear();
    expect(await replies(gateway.respUrl, ["GET k"])).toEqual(["$1\r\n3\r\n"]);
  });

  it("is refused as a whole if one of its commands may not be used", async () => {
    const refused = await replies(gateway.respUrl, ["MULTI", "SET k 1", "MONITOR", "SUBSCRIBE c", "EXEC", "GET k"]);
    expect(refused.slice(2)).toEqual([
      expect.stringContaining("'MONITOR' is not served here"),
      expect.stringContaining("'SUBSCRIBE' is not served here"),
      expect.stringMatching(/^-EXECABORT/),
      "$-1\r\n",
    ]);
  });

  it("is not mixed with the transactions of others", async () => {
    const lines = (n: number) => ["MULTI", `SET n ${n}`, "GET n", "EXEC"];
    const all = await Promise.all(Array.from({ length: 10 }, (_, n) => replies(gateway.respUrl, lines(n))));
    for (const [n, [, , , exec]] of all.entries()) expect(exec).toBe(`*2\r\n+OK\r\n$1\r\n${n}\r\n`);
  });
});
