// Subscriptions over RESP: channels and patterns of one connection, each with the faults of a stream.
import { createClient } from "@redis/client";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FaultRule } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { list, RawResp } from "./raw-resp.ts";
import { EventStream, ownGateway } from "./support.ts";

const gateway = await ownGateway();
const publisher = createClient({ url: gateway.redisUrl, RESP: 2 });
await publisher.connect();
afterAll(() => publisher.destroy());
let client: RawResp;

beforeEach(async () => {
  gateway.faults.clear();
  client = await RawResp.open(gateway.respUrl);
});
afterEach(async () => {
  client.leave();
  await eventually(async () => (await openStreams()) === 0 && (await followed()) === 0);
});

const rules = (...all: FaultRule[]) => gateway.faults.set({ seed: 1, rules: all });
const openStreams = async () => (await gateway.counters()).openStreams;
/** Returns how many channels and patterns Redis knows. */
const followed = async () => {
  const channels = await publisher.sendCommand<string[]>(["PUBSUB", "CHANNELS"]);
  return channels.length + (await publisher.sendCommand<number>(["PUBSUB", "NUMPAT"]));
};
const silence = () => new Promise((resolve) => setTimeout(resolve, 80));

/** Subscribes to a channel. */
async function open(channel: string, count = 1): Promise<void> {
  expect(await client.ask("SUBSCRIBE", channel)).toBe(list("subscribe", channel, count));
}

describe("a subscriber", () => {
  it("opens and closes channels and patterns at any time, with the replies of Redis", async () => {
    client.send("SUBSCRIBE", "a", "b", "a");
    expect([await client.next(), await client.next(), await client.next()]).toEqual([
      list("subscribe", "a", 1),
      list("subscribe", "b", 2),
      list("subscribe", "a", 2),
    ]);
    expect(await client.ask("PSUBSCRIBE", "a*")).toBe(list("psubscribe", "a*", 3));
    expect([await openStreams(), await followed()]).toEqual([3, 3]);
    await publisher.publish("b", "to b");
    await publisher.publish("a", "to a");
    expect(await client.next()).toBe(list("message", "b", "to b"));
    expect(await client.next()).toBe(list("message", "a", "to a"));
    expect(await client.next()).toBe(list("pmessage", "a*", "a", "to a"));
    expect(await client.ask("UNSUBSCRIBE", "a")).toBe(list("unsubscribe", "a", 2));
    await publisher.publish("a", "again");
    expect(await client.next()).toBe(list("pmessage", "a*", "a", "again"));
    expect(await client.ask("GET", "k")).toBe(
      "-ERR Can't execute 'get': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context\r\n",
    );
    expect(await client.ask("PING")).toBe(list("pong", ""));
    expect(await client.ask("PUNSUBSCRIBE")).toBe(list("punsubscribe", "a*", 1));
    expect(await client.ask("UNSUBSCRIBE")).toBe(list("unsubscribe", "b", 0));
    expect(await client.ask("GET", "none")).toBe("$-1\r\n");
    expect([await openStreams(), await followed()]).toEqual([0, 0]);
    await open("again");
  });

  it("has one connection to Redis", onlyRedis("a list of its clients"), async () => {
    client.send("SUBSCRIBE", "a", "b");
    for (const _ of ["a", "b"]) await client.next();
    await client.ask("PSUBSCRIBE", "a*");
    const clients = await publisher.sendCommand<string>(["CLIENT", "LIST", "TYPE", "pubsub"]);
    expect(clients.trim().split("\n")).toHaveLength(1);
  });

  it("gets names and messages of any bytes", async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    expect(await client.ask("SUBSCRIBE", bytes)).toContain(bytes.toString("latin1"));
    const other = await RawResp.open(gateway.respUrl);
    expect(await other.ask("PUBLISH", bytes, bytes)).toBe(":1\r\n");
    expect(await client.next()).toBe(`*3\r\n$7\r\nmessage\r\n${`$256\r\n${bytes.toString("latin1")}\r\n`.repeat(2)}`);
    other.leave();
  });

  it("misses nothing that is published after its confirmation", async () => {
    for (let round = 1; round <= 20; round++) {
      await open(`round-${round}`, round);
      await publisher.publish(`round-${round}`, "now");
      expect(await client.next()).toBe(list("message", `round-${round}`, "now"));
    }
  });

  it("leaves its channels by RESET", async () => {
    await open("a");
    expect(await client.ask("RESET")).toBe("+RESET\r\n");
    expect([await openStreams(), await followed()]).toEqual([0, 0]);
  });

  it("is billed and counted like a stream over HTTP", async () => {
    const counted = async (opening: () => Promise<unknown>) => {
      await gateway.resetCounters();
      await opening();
      return gateway.counters();
    };
    const overResp = await counted(() => open("counted"));
    client.leave();
    await eventually(async () => (await openStreams()) === 0);
    let stream: EventStream | undefined;
    const overHttp = await counted(async () => {
      stream = await EventStream.open(gateway, "/subscribe/counted");
      await stream.next();
    });
    expect(overResp).toEqual(overHttp);
    stream?.leave();
  });

  it("ends with its connection to Redis", onlyRedis("a list of its clients"), async () => {
    await open("killed");
    await publisher.sendCommand(["CLIENT", "KILL", "TYPE", "pubsub"]);
    expect(await client.ended()).toBe("end");
  });
});

describe("ioredis and node-redis", () => {
  it("open and close channels one after the other", async () => {
    const io = new Redis(gateway.respUrl);
    const node = createClient({ url: gateway.respUrl, RESP: 2 });
    await node.connect();
    const heard: string[] = [];
    io.on("message", (channel, message) => heard.push(`io ${channel} ${message}`));
    for (let round = 0; round < 3; round++) {
      await io.subscribe("x", "y");
      await node.subscribe("x", (message) => void heard.push(`node x ${message}`));
      await node.pSubscribe("y*", (message) => void heard.push(`node y ${message}`));
      await publisher.publish("x", `${round}`);
      await publisher.publish("y", `${round}`);
      const parts = [`io x ${round}`, `io y ${round}`, `node x ${round}`, `node y ${round}`];
      await eventually(() => parts.every((part) => heard.includes(part)));
      await io.unsubscribe("x", "y");
      await node.unsubscribe("x");
      await node.pUnsubscribe("y*");
      expect([await io.get("none"), await node.get("none")]).toEqual([null, null]);
    }
    expect(heard).toHaveLength(12);
    io.disconnect();
    node.destroy();
  });
});

describe("a fault of a stream", () => {
  it("freezes its own channel, and no other", async () => {
    rules({ fault: "freeze-stream", times: 1 });
    await open("frozen");
    await open("live", 2);
    await publisher.publish("frozen", "x");
    await publisher.publish("live", "x");
    expect(await client.next()).toBe(list("message", "live", "x"));
    expect(await client.ask("UNSUBSCRIBE", "frozen")).toBe(list("unsubscribe", "frozen", 1));
    // A new subscription has its own faults.
    await open("frozen", 2);
    await publisher.publish("frozen", "y");
    expect(await client.next()).toBe(list("message", "frozen", "y"));
  });

  it("can withhold the confirmation, and with it the replies behind", async () => {
    await open("live");
    rules({ fault: "freeze-stream", beforeConfirmation: true, times: 1 });
    client.send("SUBSCRIBE", "frozen");
    client.send("PING");
    await eventually(async () => (await openStreams()) === 2);
    await publisher.publish("frozen", "x");
    await publisher.publish("live", "x");
    expect(await client.next()).toBe(list("message", "live", "x"));
    await silence();
    expect([client.unread, client.end]).toEqual([0, undefined]);
  });

  it("leaves a frozen one open when the connection to Redis ends", onlyRedis("a list of its clients"), async () => {
    rules({ fault: "freeze-stream" });
    await open("frozen");
    await publisher.sendCommand(["CLIENT", "KILL", "TYPE", "pubsub"]);
    await silence();
    expect([client.end, await openStreams()]).toEqual([undefined, 1]);
  });

  it("cuts the connection some time after the confirmation, unless the channel was closed", async () => {
    rules({ fault: "cut-stream", delayMs: 60, times: 2 });
    await open("closed");
    await client.ask("UNSUBSCRIBE", "closed");
    await silence();
    expect(client.end).toBeUndefined();
    await open("cut");
    expect(await client.ended()).toBe("end");
  });

  it("delays the confirmation and every message, which keep their order", async () => {
    rules({ fault: "delay", replyDelayMs: 100, command: "SUBSCRIBE" });
    const start = performance.now();
    await open("slow");
    expect(performance.now() - start).toBeGreaterThan(98);
    const sent = performance.now();
    for (const message of ["1", "2", "3"]) await publisher.publish("slow", message);
    for (const message of ["1", "2", "3"]) expect(await client.next()).toBe(list("message", "slow", message));
    expect(performance.now() - sent).toBeGreaterThan(98);
  });

  it.each([
    ["drop-before", "end"],
    ["reset", "ECONNRESET"],
    ["drop-reply", "end"],
  ] as const)("%s ends the connection without a confirmation", async (fault, end) => {
    rules({ fault, command: "SUBSCRIBE" });
    client.send("SUBSCRIBE", "lost");
    expect(await client.next()).toBe(`ended: ${end}`);
  });

  it("answers instead, and opens nothing", async () => {
    rules({ fault: "answer", status: 404, body: '{"error":"ERR no streams here"}', command: "PSUBSCRIBE" });
    expect(await client.ask("PSUBSCRIBE", "c*")).toBe("-ERR no streams here\r\n");
    expect([await openStreams(), await followed()]).toEqual([0, 0]);
    expect(await client.ask("GET", "none")).toBe("$-1\r\n");
  });
});
