// The harm of a forged message or a hostile stream to a waiter, from a publisher on the channel or a proxy before
// Redis: little.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { releaseChannel, waiterChannels } from "../../../src/lock/keys.ts";
import { followChannel, OpeningSlots } from "../../../src/lock/redis/streams.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { runsOf } from "../../support/runs.ts";
import { type ServedGateway, startServedGateway } from "../../support/server.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { sleeper } from "../../support/waiting.ts";
import { type Connection, connect } from "../model/real.ts";

let gateway: ServedGateway;
let redis: Connection;
beforeAll(async () => {
  gateway = await startServedGateway();
  redis = await connect(gateway.redisUrl);
});
afterAll(async () => {
  redis.destroy();
  await gateway.close();
});

describe("10,000 forged messages in 4 s", () => {
  const STORM_MS = 4_000;
  const MESSAGES = 10_000;

  it.each(["lock", "fairLock"] as const)(
    "make a waiter of a %s attempt 27 times at most, and let it in",
    async (kind) => {
      const locks = createLocks({ redis: gateway, waitMs: 60_000, pollMs: 60_000 });
      const lock = locks[kind](uniqueName());
      const holder = await lock.acquire();
      const { got, refusals } = await sleeper((options) => lock.acquire({ ...options, owner: "waiter:1" }));
      const channel = kind === "fairLock" ? `${waiterChannels(lock.name)}waiter:1` : releaseChannel(lock.name);
      const before = refusals();
      const start = performance.now();
      for (let sent = 0; sent < MESSAGES; ) {
        const due = Math.min(MESSAGES, Math.ceil((MESSAGES * (performance.now() - start)) / STORM_MS) + 1);
        await Promise.all(Array.from({ length: due - sent }, () => redis.sendCommand(["PUBLISH", channel, "0"])));
        sent = due;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const seconds = (performance.now() - start) / 1_000;
      // Five at once, then five a second. A fair waiter also keeps its place with an attempt every 5 s.
      expect(refusals() - before).toBeLessThanOrEqual(5 + Math.ceil(5 * seconds) + 2);
      expect(refusals() - before).toBeGreaterThan(5);
      const released = performance.now();
      await holder.release();
      await using held = await got;
      expect(held.owner).toBe("waiter:1");
      expect(performance.now() - released).toBeLessThan(2_000);
      const triedAt = runsOf(gateway.witness(), lock.name).map(({ atMs }) => atMs);
      expect(triedAt.length).toBeLessThan(50);
    },
  );
});

describe("a stream without an end", () => {
  let server: Server;
  let url: string;
  let chunk: Buffer;
  let open = 0;
  beforeAll(async () => {
    server = createServer((_, response) => {
      open += 1;
      response.writeHead(200, { "content-type": "text/event-stream" });
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once("drain", more);
      };
      response.write("data: subscribe,channel,1\n\n");
      more();
      response.on("close", () => {
        open -= 1;
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const PIECES: readonly [string, string][] = [
    ["both", "\r\n"],
    ["messages of this one", "data: message,channel,0\n\n"],
    ["carriage returns", "\r"],
    ["line feeds", "\n"],
    ["comments", ": ping\n\n"],
    ["empty data", "data:\n\n"],
    ["messages of another channel", "data: message,other,0\n\n"],
    ["long lines", `data: ${"x".repeat(30_000)}\n\n`],
  ];

  it.each(shortOrFull(PIECES.slice(0, 2), PIECES))(
    "of %s costs a part of a core, and delays no waiter",
    async (_, piece) => {
      chunk = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
      const stop = new AbortController();
      let confirmed = false;
      let messages = 0;
      const listener = {
        onSubscribed: () => {
          confirmed = true;
        },
        onMessage: () => {
          messages += 1;
        },
      };
      const to = { url, token: "t" };
      const end = followChannel(to, new OpeningSlots(), { name: "channel", perWaiter: false }, listener, stop.signal);
      await eventually(() => confirmed);
      const [cpu, start] = [process.cpuUsage(), performance.now()];
      let longest = 0;
      for (let seen = start; seen < start + 2_000; ) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        longest = Math.max(longest, performance.now() - seen);
        seen = performance.now();
      }
      const { user, system } = process.cpuUsage(cpu);
      const share = (user + system) / 1_000 / (performance.now() - start);
      // The server, which fills the stream, runs in this process too.
      expect(share).toBeLessThan(0.4);
      expect(longest).toBeLessThan(500);
      if (piece.includes("message,channel")) expect(messages).toBeGreaterThan(1_000);
      stop.abort();
      expect(await end).toBe("ended");
      await eventually(() => open === 0);
    },
  );

  it.each([
    ["one line", "x"],
    ["one event", "data: x\n"],
    ["one comment", ":"],
  ])("that is %s is ended", async (_, piece) => {
    chunk = Buffer.from(piece.repeat(4_096));
    const listener = { onSubscribed: () => {}, onMessage: () => {} };
    const stop = new AbortController();
    const to = { url, token: "t" };
    const end = followChannel(to, new OpeningSlots(), { name: "channel", perWaiter: false }, listener, stop.signal);
    expect(await end).toBe("ended");
    expect(stop.signal.aborted).toBe(false);
    await eventually(() => open === 0);
  });
});
