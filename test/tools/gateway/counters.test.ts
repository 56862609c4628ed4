// Counters, bills and the witness log.

import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { WitnessEntry } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { hasRedis } from "../../support/only-redis.ts";
import { ask, EventStream, ownGateway, send } from "./support.ts";

const gateway = await ownGateway();

beforeEach(async () => {
  await gateway.resetCounters();
  gateway.clearWitness();
});

const billed = async () => (await gateway.counters()).billed;

describe("counters", () => {
  it("count requests and commands, also refused and unknown ones, but not the gateway's own paths", async () => {
    await send(gateway, ["SET", "a", 1]);
    await send(
      gateway,
      [
        ["get", "a"],
        ["GET", "b"],
        ["SELECT", 1],
      ],
      "/pipeline",
    );
    await send(
      gateway,
      [
        ["INCR", "a"],
        ["INCR", "a"],
      ],
      "/multi-exec",
    );
    await send(gateway, ["NO.SUCH"]);
    await ask(gateway, "/get/a", { headers: { authorization: "Bearer wrong" } });
    await ask(gateway, "/__witness");
    const expected = {
      requests: 5,
      commands: 7,
      billed: 5,
      // The engine knows no SELECT.
      byCommand: { ...(hasRedis ? { "(unknown)": 1, SELECT: 1 } : { "(unknown)": 2 }), GET: 2, INCR: 2, SET: 1 },
      openStreams: 0,
    };
    expect((await ask(gateway, "/__counters")).body).toEqual(expected);
    expect((await ask(gateway, "/__counters")).body).toEqual(expected);
    const zero = { requests: 0, commands: 0, billed: 0, byCommand: {}, openStreams: 0 };
    expect((await ask(gateway, "/__counters", { method: "DELETE" })).body).toEqual(zero);
  });

  it("bill a script and every redis.call inside it", async () => {
    const script = "redis.call('SET', KEYS[1], 1) redis.call('INCR', KEYS[1]) return redis.call('GET', KEYS[1])";
    const sha1 = createHash("sha1").update(script).digest("hex");
    expect((await send(gateway, ["SCRIPT", "LOAD", script])).body).toEqual({ result: sha1 });
    await gateway.resetCounters();
    expect((await send(gateway, ["EVALSHA", sha1, 1, "k"])).body).toEqual({ result: "2" });
    expect(await billed()).toBe(4);
    await send(
      gateway,
      [
        ["EVALSHA", sha1, 1, "k"],
        ["GET", "k"],
      ],
      "/multi-exec",
    );
    expect(await billed()).toBe(4 + 5);
    expect((await gateway.counters()).commands).toBe(3);
  });

  it("bill INFO, and a stream as one SUBSCRIBE", async () => {
    await send(gateway, ["INFO"]);
    const stream = await EventStream.open(gateway, "/subscribe/billed");
    await stream.next();
    expect(await gateway.counters()).toMatchObject({ requests: 2, commands: 2, billed: 2, openStreams: 1 });
    stream.leave();
    await eventually(async () => (await gateway.counters()).openStreams === 0);
  });
});

describe("the witness log", () => {
  it("has commands with their replies in the order of execution", async () => {
    await send(gateway, ["RPUSH", "w", "x", 2]);
    await send(
      gateway,
      [
        ["LRANGE", "w", 0, -1],
        ["GET", "w"],
      ],
      "/pipeline",
    );
    await send(
      gateway,
      [
        ["LLEN", "w"],
        ["DEL", "w"],
      ],
      "/multi-exec",
    );
    const log = gateway.witness();
    expect(log.map(({ seq, command, reply, error }) => [seq, command.join(" "), reply ?? error])).toEqual([
      [1, "RPUSH w x 2", 2],
      [2, "LRANGE w 0 -1", ["x", "2"]],
      [3, "GET w", "WRONGTYPE Operation against a key holding the wrong kind of value"],
      [4, "LLEN w", 2],
      [5, "DEL w", 1],
    ]);
    const [first, second, third, fourth, fifth] = log.map(({ request }) => request);
    expect([second, fourth]).toEqual([third, fifth]);
    expect(new Set([first, second, fourth]).size).toBe(3);
  });

  it("orders parallel commands as Redis executed them", async () => {
    await Promise.all(Array.from({ length: 200 }, () => send(gateway, ["INCR", "order"])));
    expect(gateway.witness().map(({ reply }) => reply)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
  });

  it("keeps that order when transactions come in between", async () => {
    const single = () => send(gateway, ["INCR", "mixed"]);
    const pair = () =>
      send(
        gateway,
        [
          ["INCR", "mixed"],
          ["INCR", "mixed"],
        ],
        "/multi-exec",
      );
    const many = () =>
      send(
        gateway,
        Array.from({ length: 4 }, () => ["INCR", "mixed"]),
        "/pipeline",
      );
    await Promise.all(Array.from({ length: 120 }, (_, n) => [single, pair, many][n % 3]?.()));
    expect(gateway.witness().map(({ reply }) => reply)).toEqual(Array.from({ length: 280 }, (_, n) => n + 1));
  });

  it("has the command of the client, even where Redis was sent another", async () => {
    await send(gateway, ["SET", "typed", 1]);
    await send(gateway, ["SCAN", 0, "MATCH", "typed", "COUNT", 1000, "WITHTYPE"]);
    const last = gateway.witness().at(-1);
    expect(last).toMatchObject({ command: ["SCAN", "0", "MATCH", "typed", "COUNT", "1000", "WITHTYPE"] });
    expect(last).toMatchObject({ reply: ["0", ["typed", "string"]] });
    expect((await gateway.counters()).byCommand).toEqual({ SCAN: 1, SET: 1 });
  });

  it("keeps bytes that are not text, and omits refused and discarded commands", async () => {
    await ask(gateway, "/set/bin/%ff%00");
    await send(gateway, ["GET", "bin"]);
    await send(gateway, ["SELECT", 1]);
    await send(gateway, [["SET", "bin", 1], ["NOPE"]], "/multi-exec");
    const bytes = { base64: Buffer.from([0xff, 0]).toString("base64") };
    expect(gateway.witness().map(({ command, reply }) => [command, reply])).toEqual([
      [["set", "bin", bytes], "OK"],
      [["GET", "bin"], bytes],
    ]);
  });

  it("is read over HTTP, from a number on, and is cleared on request", async () => {
    for (const n of [1, 2, 3]) await send(gateway, ["ECHO", n]);
    const { body } = await ask(gateway, "/__witness?since=1");
    const times = { sentAtMs: expect.any(Number), atMs: expect.any(Number) };
    expect(body).toEqual([
      { seq: 2, request: expect.any(Number), ...times, command: ["ECHO", "2"], reply: "2" },
      { seq: 3, request: expect.any(Number), ...times, command: ["ECHO", "3"], reply: "3" },
    ]);
    expect((await ask(gateway, "/__witness?since=x")).status).toBe(400);
    await ask(gateway, "/__witness", { method: "DELETE" });
    expect((await ask(gateway, "/__witness")).body).toEqual([]);
  });

  it("writes 64-bit integers with all digits", async () => {
    await send(gateway, ["INCRBY", "wide", "9007199254740993"]);
    expect((await ask(gateway, "/__witness")).text).toContain('"reply":9007199254740993}');
    expect(gateway.witness()[0]?.reply).toBe(9007199254740993n);
  });

  it("passes on every entry as it is written, until the reader stops", async () => {
    const heard: WitnessEntry[] = [];
    const stop = gateway.onWitness((entry) => heard.push(entry));
    await send(gateway, ["SET", "heard", 1]);
    await send(
      gateway,
      [
        ["GET", "heard"],
        ["LLEN", "heard"],
      ],
      "/pipeline",
    );
    expect(heard).toEqual(gateway.witness());
    expect(heard).toHaveLength(3);
    stop();
    await send(gateway, ["PING"]);
    expect(heard).toHaveLength(3);
  });

  it("drops the oldest when it is full", async () => {
    const block = Array.from({ length: 5_000 }, () => ["PING"]);
    for (let round = 0; round < 11; round++) await send(gateway, block, "/pipeline");
    const log = gateway.witness();
    expect(log.length).toBeLessThanOrEqual(50_000);
    expect(log.at(-1)?.seq).toBe(55_000);
    expect(log.length).toBe(55_000 - (log[0]?.seq ?? 0) + 1);
  });
});

describe("the gateway's own paths", () => {
  it("need the full token", async () => {
    for (const path of ["/__counters", "/__witness", "/__faults", "/__nothing"]) {
      for (const method of ["GET", "PUT", "DELETE"]) {
        const bare = await fetch(`${gateway.url}${path}`, { method });
        expect([path, method, bare.status]).toEqual([path, method, 401]);
        const headers = { authorization: `Bearer ${gateway.readOnlyToken}` };
        const reader = await ask(gateway, path, { method, headers });
        expect([path, method, reader.status]).toEqual([path, method, 403]);
        expect(reader.body).toEqual({ error: `NOPERM ${path} needs the full token` });
      }
    }
  });

  it("answer 404, 405, and 400 to a body that is too large", async () => {
    expect((await ask(gateway, "/__nothing")).status).toBe(404);
    expect((await ask(gateway, "/__witness", { method: "POST" })).status).toBe(405);
    const body = "x".repeat(11 * 1024 * 1024);
    expect((await ask(gateway, "/__faults", { method: "PUT", body })).status).toBe(400);
  });
});
