// Subscriptions as server-sent events.

import { createClient } from "@redis/client";
import { afterAll, describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { ask, EventStream, ownGateway, send } from "./support.ts";

const gateway = await ownGateway();
const publisher = createClient({ url: gateway.redisUrl, RESP: 2 });
await publisher.connect();
afterAll(() => publisher.destroy());

const openStreams = async () => (await gateway.counters()).openStreams;
/** Returns how many channels and patterns Redis knows. */
const followed = async () => {
  const channels = await publisher.sendCommand<string[]>(["PUBSUB", "CHANNELS"]);
  return channels.length + (await publisher.sendCommand<number>(["PUBSUB", "NUMPAT"]));
};

describe("/monitor", onlyRedis("MONITOR"), () => {
  it("writes each command that Redis executes", async () => {
    const stream = await EventStream.open(gateway, "/monitor");
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
    expect(await stream.next()).toBe('"OK"');
    await send(gateway, ["ECHO", "watched"]);
    expect(await stream.next()).toMatch(/^\d+\.\d+ \[0 127\.0\.0\.1:\d+\] "ECHO" "watched"$/);
    stream.leave();
    await eventually(async () => (await openStreams()) === 0);
  });

  it("is closed to the read-only token", async () => {
    const headers = { authorization: `Bearer ${gateway.readOnlyToken}` };
    const answer = await ask(gateway, "/monitor", { method: "POST", headers });
    expect([answer.status, answer.body]).toEqual([400, { error: expect.stringMatching(/^NOPERM .*'monitor'/) }]);
  });
});

describe("a subscription", () => {
  it.each([
    "plain",
    "redisson_lock__channel:{orders:42}",
    "with space",
    "comma,separated,name",
    "slash/question?hash#percent%25",
    "line\nbreak",
    "ünïcödé 🔒",
    "-",
  ])("receives the messages of the channel %j", async (channel) => {
    const stream = await EventStream.open(gateway, `/subscribe/${encodeURIComponent(channel)}`);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
    expect(stream.response.headers.get("upstash-sync-token")).toBeTruthy();
    expect(await stream.next()).toBe(`subscribe,${channel},1`);
    expect(await publisher.publish(channel, "0")).toBe(1);
    expect(await stream.next()).toBe(`message,${channel},0`);
    stream.leave();
  });

  it("is confirmed by Redis before its first line: nothing published afterwards is missed", async () => {
    for (let round = 0; round < 20; round++) {
      const stream = await EventStream.open(gateway, `/subscribe/round-${round}`);
      expect(await publisher.publish(`round-${round}`, "now")).toBe(1);
      expect(await stream.next()).toBe(`subscribe,round-${round},1`);
      expect(await stream.next()).toBe(`message,round-${round},now`);
      stream.leave();
    }
  });

  it("takes several channels and counts the different ones", async () => {
    const stream = await EventStream.open(gateway, "/subscribe/a/b/a");
    expect([await stream.next(), await stream.next(), await stream.next()]).toEqual([
      "subscribe,a,1",
      "subscribe,b,2",
      "subscribe,a,2",
    ]);
    await publisher.publish("b", "to b");
    await publisher.publish("a", "to a");
    expect([await stream.next(), await stream.next()]).toEqual(["message,b,to b", "message,a,to a"]);
    stream.leave();
  });

  it("receives messages in order, with every kind of line break as separate lines", async () => {
    const stream = await EventStream.open(gateway, "/subscribe/lines");
    await stream.next();
    await send(gateway, ["PUBLISH", "lines", "one\ntwo\r\nthree\rfour"]);
    await send(gateway, ["PUBLISH", "lines", ""]);
    expect(await stream.next()).toBe("message,lines,one\ntwo\nthree\nfour");
    expect(await stream.next()).toBe("message,lines,");
    stream.leave();
  });

  it("takes GET, and its channels from the path alone", async () => {
    const headers = { authorization: `Bearer ${gateway.token}` };
    const leave = new AbortController();
    const { signal } = leave;
    const post = await fetch(`${gateway.url}/subscribe/path`, { method: "POST", headers, body: "[]", signal });
    const get = await fetch(`${gateway.url}/psubscribe/pat*?_token=x`, { headers, signal });
    expect([post.status, get.status]).toEqual([200, 200]);
    expect(await publisher.publish("path", "x")).toBe(2);
    expect(await publisher.publish("[]", "x")).toBe(0);
    leave.abort();
  });
});

describe("a pattern subscription", () => {
  it("receives the pattern, the channel and the message", async () => {
    const stream = await EventStream.open(gateway, "/psubscribe/news.*/news.s%5Bae%5Dt");
    expect([await stream.next(), await stream.next()]).toEqual(["psubscribe,news.*,1", "psubscribe,news.s[ae]t,2"]);
    await publisher.publish("news.set", "hit");
    expect([await stream.next(), await stream.next()].sort()).toEqual([
      "pmessage,news.*,news.set,hit",
      "pmessage,news.s[ae]t,news.set,hit",
    ]);
    stream.leave();
  });
});

describe("a refused subscription", () => {
  it("is answered with 400 without a channel, and for a name that is not UTF-8", async () => {
    expect((await ask(gateway, "/subscribe", { method: "POST" })).body).toEqual({
      error: "ERR wrong number of arguments for 'subscribe' command",
    });
    expect((await ask(gateway, "/subscribe/%ff", { method: "POST" })).body).toEqual({
      error: "ERR a channel name must be valid UTF-8",
    });
    expect((await ask(gateway, "/subscribe/x", { method: "HEAD" })).status).toBe(405);
  });
});

describe("a stream", () => {
  it("unsubscribes when the client disconnects, and leaves nothing behind", async () => {
    await eventually(async () => (await openStreams()) === 0);
    const streams = await Promise.all(
      Array.from({ length: 50 }, (_, n) => EventStream.open(gateway, `/subscribe/many-${n}`)),
    );
    expect([await openStreams(), await followed()]).toEqual([50, 50]);
    for (const stream of streams) stream.leave();
    await eventually(async () => (await openStreams()) === 0 && (await followed()) === 0);
  });

  it("leaves nothing behind when the client disconnects before the confirmation", async () => {
    const attempts = Array.from({ length: 20 }, async (_, n) => {
      const headers = { authorization: `Bearer ${gateway.token}` };
      await fetch(`${gateway.url}/subscribe/early`, { headers, signal: AbortSignal.timeout(n) }).catch(() => {});
    });
    await Promise.all(attempts);
    await eventually(async () => (await openStreams()) === 0 && (await followed()) === 0);
  });

  it("leaves nothing behind when the client disconnects while a fault withholds the request", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "delay", delayMs: 60 }] });
    const headers = { authorization: `Bearer ${gateway.token}` };
    await expect(
      fetch(`${gateway.url}/subscribe/late`, { headers, signal: AbortSignal.timeout(20) }),
    ).rejects.toThrow();
    expect((await send(gateway, ["PING"])).status).toBe(200); // sent later, so held back longer
    gateway.faults.clear();
    expect([await openStreams(), await followed()]).toEqual([0, 0]);
  });

  it("ends when its connection to Redis is killed", onlyRedis("a list of its clients"), async () => {
    const stream = await EventStream.open(gateway, "/subscribe/killed");
    await stream.next();
    await publisher.sendCommand(["CLIENT", "KILL", "TYPE", "pubsub"]);
    expect(await stream.next()).toBeUndefined();
    expect(await openStreams()).toBe(0);
  });
});
