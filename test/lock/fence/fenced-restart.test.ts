// Tokens of a fenced lock on a Redis that lost data, as in rows 21 to 23 of the fault matrix. It is emptied, restarted
// without its last second, or restored from a copy that lagged behind. All kinds, and row 24, are in failover.test.ts.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FencedLock } from "../../../src/index.ts";
import { tokenKey } from "../../../src/lock/keys.ts";
import { fencedAcquireCall } from "../../../src/lock/lua/fenced.ts";
import { releaseCall } from "../../../src/lock/lua/lock.ts";
import { argumentsOf } from "../../../src/lock/lua/reply.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { command } from "../../support/rest.ts";
import { type Server, startServer } from "../../support/server.ts";
import { newOwners } from "../lua/replay/table.ts";
import { connect } from "../model/real.ts";

const NAME = "restarted";
const LEASE_MS = 20_000;

let server: Server;
let gateway: Gateway;
let lock: FencedLock;
/** All granted tokens, in order. */
let tokens: bigint[];

async function start(options?: { appendOnly: boolean }): Promise<void> {
  server = await startServer(options);
  gateway = await startGateway({ redisUrl: server.url });
  lock = createLocks({ redis: gateway, leaseMs: LEASE_MS }).fencedLock(NAME);
  tokens = [];
}

afterEach(async () => {
  await gateway.close();
  await server.stop();
});

/** Acquires for the next holder, and keeps the hold. */
async function take() {
  const held = await eventually(() => lock.tryAcquire().catch(() => null));
  tokens.push(BigInt(held.fencingToken));
  return held;
}

function expectRising(count: number): void {
  expect(tokens).toHaveLength(count);
  expect(tokens).toEqual([...new Set(tokens)].sort((one, other) => (one < other ? -1 : 1)));
}

describe("a Redis without persistence", () => {
  beforeEach(() => start());

  it("is killed and comes back empty: tokens rise, and the previous holder learns of the loss", async () => {
    for (let round = 0; round < 5; round += 1) {
      const held = await take();
      await server.kill("SIGKILL");
      await server.restart();
      await eventually(() => command(gateway, "PING").catch(() => undefined));
      expect(await held.check()).toBe(false);
      expect(held.signal.aborted).toBe(true);
    }
    await take();
    expectRising(6);
  });

  it("is emptied while it runs, 1,000 times: tokens rise", async () => {
    const connection = await connect(server.url);
    const acquired = fencedAcquireCall(newOwners(NAME), false);
    await connection.sendCommand(["SCRIPT", "LOAD", acquired.script.source]);
    const acquire = ["EVALSHA", acquired.script.sha1, ...argumentsOf(acquired, "nonce")];
    const replies = Array.from({ length: 1_000 }, () => {
      const reply = connection.sendCommand(acquire);
      return connection.sendCommand(["FLUSHALL"]).then(() => reply);
    });
    for (const reply of await Promise.all(replies)) tokens.push(BigInt(Object(acquired.decode(reply)).fencingToken));
    expectRising(1_000);
    connection.destroy();
  });

  it("comes back in an earlier state, as a copy that lagged behind: tokens rise", async () => {
    const connection = await connect(server.url);
    const first = await take();
    await first.release();
    const behind = await command<string>(gateway, "GET", tokenKey(NAME));
    // Grants that the copy does not contain.
    for (let round = 0; round < 3; round += 1) await (await take()).release();
    await connection.sendCommand(["FLUSHALL"]);
    await connection.sendCommand(["SET", tokenKey(NAME), behind]);
    await take();
    expectRising(5);
    connection.destroy();
  });

  it("comes back in an earlier state, with the lock of an ended hold: its end is awaited, and tokens rise", async () => {
    const held = await take();
    const behind = await connect(server.url);
    const kept = await behind.sendCommand(["GET", tokenKey(NAME)]);
    await held.release();
    await (await take()).release();
    await behind.sendCommand(["FLUSHALL"]);
    await behind.sendCommand(["SET", tokenKey(NAME), String(kept)]);
    await behind.sendCommand(["HSET", NAME, held.owner, "1"]);
    await behind.sendCommand(["PEXPIRE", NAME, "300"]);
    expect(await lock.tryAcquire()).toBeNull();
    await eventually(async () => !(await lock.isLocked()));
    await take();
    expectRising(3);
    behind.destroy();
  });
});

describe("a Redis with an append-only file", onlyRedis("files and replicas"), () => {
  beforeEach(() => start({ appendOnly: true }));

  it("is killed with all of it on disk: the hold continues with its token, and the next is higher", async () => {
    const connection = await connect(server.url);
    await connection.sendCommand(["CONFIG", "SET", "appendfsync", "always"]);
    const held = await take();
    connection.destroy();
    await server.kill("SIGKILL");
    await server.restart();
    expect(await eventually(() => held.check().catch(() => undefined))).toBe(true);
    expect(await command(gateway, "GET", tokenKey(NAME))).toBe(held.fencingToken);
    await held.release();
    await take();
    expectRising(2);
  });

  it("loses its last grants: later tokens are higher than the lost ones", async () => {
    const connection = await connect(server.url);
    await (await take()).release();
    // Later writes are not in the file, as after a power cut within the second.
    await connection.sendCommand(["CONFIG", "SET", "appendonly", "no"]);
    const lost = await take();
    connection.destroy();
    await server.kill("SIGKILL");
    await server.restart();
    await eventually(() => command(gateway, "PING").catch(() => undefined));
    expect(await command(gateway, "GET", tokenKey(NAME))).toBe(String(tokens[0]));
    expect(await lost.check()).toBe(false);
    await take();
    expectRising(3);
  });

  it("is ahead of the clock, and continues from there after a restart", async () => {
    await command(gateway, "SET", tokenKey(NAME), "9007199254740993");
    await (await take()).release();
    await server.restart();
    await take();
    expect(tokens).toEqual([9007199254740994n, 9007199254740995n]);
  });
});

it(
  "the late acquire of a released hold raises no token after a restart with the file",
  onlyRedis("files and replicas"),
  async () => {
    await start({ appendOnly: true });
    const hold = newOwners(NAME);
    const acquiring = fencedAcquireCall(hold, false);
    const acquire = ["EVAL", acquiring.script.source, ...argumentsOf(acquiring, "nonce")];
    const [, , , , , token] = await command<unknown[]>(gateway, ...acquire);
    const release = releaseCall(hold, true);
    await command(gateway, "EVAL", release.script.source, ...argumentsOf(release, "nonce"));
    await server.restart();
    await eventually(() => command(gateway, "PING").catch(() => undefined));
    expect(await command(gateway, ...acquire)).toEqual(["ended", "nonce", "released"]);
    expect(await command(gateway, "GET", tokenKey(NAME))).toBe(token);
    expect(await command(gateway, "EXISTS", NAME)).toBe(0);
  },
);
