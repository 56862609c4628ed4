// The network of faults of `npm run bench -- faults`: what it does to the requests of a client over TCP.
import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type RespFront, startRespFront } from "../../../scripts/bench/faults/front.ts";
import { eventually } from "../../support/eventually.ts";
import { type Server, startServer } from "../../support/server.ts";

let server: Server;
let front: RespFront;
let direct: Redis;
let client: Redis;

beforeAll(async () => {
  server = await startServer();
  front = await startRespFront(server.url);
  direct = new Redis(server.url);
  // A request that was cut is not sent again: the client reports it.
  client = new Redis(front.url, { maxRetriesPerRequest: 0 }).on("error", () => {});
});

afterAll(async () => {
  client.disconnect();
  direct.disconnect();
  await front[Symbol.asyncDispose]();
  await server.stop();
});

beforeEach(async () => {
  front.setFaults(1, []);
  await direct.flushall();
  await eventually(() => client.status === "ready");
});

it("passes requests and replies of any type and size, in order", async () => {
  const long = "x".repeat(1_000_000);
  const sent = [client.set("long", long), client.get("long"), client.get("none"), client.hset("hash", { a: 1, b: 2 })];
  expect(await Promise.all(sent)).toEqual(["OK", long, null, 2]);
  expect(await client.hgetall("hash")).toEqual({ a: "1", b: "2" });
  await expect(client.incr("hash")).rejects.toThrow("WRONGTYPE");
});

it("loses a reply: the request is executed, and the connection ends", async () => {
  front.setFaults(1, [{ fault: "drop-reply", command: "INCR", times: 1 }]);
  await expect(client.incr("count")).rejects.toThrow();
  expect(await direct.get("count")).toBe("1");
});

it("loses a request: nothing is executed, and the connection ends", async () => {
  front.setFaults(1, [{ fault: "drop-before", command: "INCR", times: 1 }]);
  await expect(client.incr("count")).rejects.toThrow();
  expect(await direct.get("count")).toBeNull();
});

it("doubles a request at once, and drops the second reply", async () => {
  front.setFaults(1, [{ fault: "duplicate", command: "INCR", times: 1 }]);
  expect(await Promise.all([client.incr("count"), client.get("count")])).toEqual([1, "2"]);
});

it("doubles a request later, although its client has left", async () => {
  front.setFaults(1, [{ fault: "duplicate", command: "INCR", delayMs: 200, times: 1 }]);
  const leaving = new Redis(front.url);
  expect(await leaving.incr("count")).toBe(1);
  leaving.disconnect();
  expect(await direct.get("count")).toBe("1");
  expect(await eventually(async () => (await direct.get("count")) === "2")).toBe(true);
});

it("delays a request and what follows on its connection, or a reply alone", async () => {
  front.setFaults(1, [{ fault: "delay", command: "INCR", delayMs: 100, times: 1 }]);
  const start = performance.now();
  const answers = [client.incr("count"), client.get("count")];
  expect(await direct.get("count")).toBeNull();
  expect(await Promise.all(answers)).toEqual([1, "1"]);
  // Timers can fire a millisecond early by this clock.
  expect(performance.now() - start).toBeGreaterThanOrEqual(99);

  front.setFaults(1, [{ fault: "delay", command: "INCR", replyDelayMs: 60_000, times: 1 }]);
  client.incr("count").catch(() => {});
  expect(await eventually(async () => (await direct.get("count")) === "2")).toBe(true);
  client.disconnect(true);
});

it("cuts a reply", async () => {
  await direct.set("word", "hello");
  front.setFaults(1, [{ fault: "cut-body", command: "GET", atByte: 6, times: 1 }]);
  await expect(client.get("word")).rejects.toThrow();
});

it("the same seed cuts the same requests", async () => {
  const cut = async (): Promise<boolean[]> => {
    front.setFaults(7, [{ fault: "drop-reply", command: "INCR", probability: 0.5 }]);
    const lost: boolean[] = [];
    for (let number = 0; number < 10; number += 1) {
      await eventually(() => client.status === "ready");
      lost.push(
        await client
          .incr("count")
          .then(() => false)
          .catch(() => true),
      );
    }
    return lost;
  };
  const first = await cut();
  expect(new Set(first).size).toBe(2);
  expect(await cut()).toEqual(first);
});
