// Faults over RESP: each command of a connection is a request, and a connection answers in order.
import { once } from "node:events";
import { request } from "node:http";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FaultRule } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { isRefused, RawResp } from "./raw-resp.ts";
import { ask, begin, dropped, ownGateway, send } from "./support.ts";

const gateway = await ownGateway();
let client: RawResp;

beforeEach(async () => {
  gateway.faults.clear();
  await send(gateway, ["FLUSHALL"]);
  gateway.clearWitness();
  client = await RawResp.open(gateway.respUrl);
});
afterEach(() => client.leave());

const rules = (...all: FaultRule[]) => gateway.faults.set({ seed: 1, rules: all });
const stored = async (key: string) => Object((await send(gateway, ["GET", key])).body).result;
const marks = () => gateway.witness().map(({ command, faulted }) => [command[0], faulted]);
const silence = () => new Promise((resolve) => setTimeout(resolve, 80));
const fired = (times = 1) => eventually(() => gateway.faults.state().rules[0]?.fired === times);

describe("a lost connection", () => {
  it.each([
    ["drop-before", "end", null],
    ["reset", "ECONNRESET", null],
    ["drop-reply", "end", "1"],
  ] as const)("by %s ends in its turn: what is ahead is answered", async (fault, end, value) => {
    rules({ fault, command: "INCR" });
    client.send("SET", "a", "1");
    client.send("INCR", "count");
    expect(await client.next()).toBe("+OK\r\n");
    expect(await client.ended()).toBe(end);
    expect([await stored("a"), await stored("count")]).toEqual(["1", value]);
  });

  it.each(["drop-before", "reset"] as const)("by %s loses the commands behind it", async (fault) => {
    rules({ fault, command: "INCR" });
    client.send("INCR", "count");
    client.send("SET", "behind", "1");
    await client.ended();
    await silence();
    expect(await stored("behind")).toBeNull();
  });

  it("by drop-reply is marked in the witness", async () => {
    rules({ fault: "drop-reply", command: "incr" });
    client.send("INCR", "count");
    await client.ended();
    expect(marks()).toEqual([["INCR", "drop-reply"]]);
  });

  it("is noticed by ioredis, and only its command fails", async () => {
    const io = new Redis(gateway.respUrl, { maxRetriesPerRequest: 0 }).on("error", () => {});
    await io.set("a", "1");
    for (const fault of ["drop-before", "drop-reply", "reset"] as const) {
      rules({ fault, command: "INCR", times: 1 });
      await expect(io.incr("count")).rejects.toThrow();
      await eventually(() => io.status === "ready");
      expect(await io.get("a")).toBe("1");
    }
    expect(await io.get("count")).toBe("1");
    io.disconnect();
  });
});

describe("late-order", () => {
  it("ends the connection, and executes the command later, and none behind it", async () => {
    rules({ fault: "late-order", command: "SET", delayMs: 100, times: 1 });
    client.send("INCR", "count");
    client.send("SET", "late", "1");
    client.send("SET", "behind", "1");
    expect(await client.next()).toBe(":1\r\n");
    expect(await client.ended()).toBe("end");
    expect(await stored("late")).toBeNull();
    await eventually(async () => (await stored("late")) === "1");
    expect(await stored("behind")).toBeNull();
    expect(marks()).toContainEqual(["SET", "late-order"]);
  });

  it("without a delay executes when the rules change", async () => {
    rules({ fault: "late-order", command: "SET" });
    client.send("SET", "late", "1");
    expect(await client.ended()).toBe("end");
    await silence();
    expect(await stored("late")).toBeNull();
    gateway.faults.clear();
    await eventually(async () => (await stored("late")) === "1");
  });

  it("lets the next connection overtake a command of the last one", async () => {
    const io = new Redis(gateway.respUrl, { maxRetriesPerRequest: 0 }).on("error", () => {});
    await io.ping();
    rules({ fault: "late-order", command: "SET", times: 1 });
    await expect(io.set("order", "first")).rejects.toThrow();
    expect(await io.set("order", "second")).toBe("OK");
    gateway.faults.clear();
    await eventually(async () => (await io.get("order")) === "first");
    io.disconnect();
  });

  it("acts over HTTP, too, as reset does", async () => {
    rules({ fault: "late-order", command: "SET" }, { fault: "reset", command: "INCR" });
    await dropped(send(gateway, ["SET", "late", "1"]));
    await dropped(send(gateway, ["INCR", "count"]));
    expect([await stored("late"), await stored("count")]).toEqual([null, null]);
    gateway.faults.clear();
    await eventually(async () => (await stored("late")) === "1");
  });
});

describe("refuse", () => {
  it("resets new connections, and leaves the others", async () => {
    rules({ fault: "refuse" });
    expect(await isRefused(gateway.respUrl)).toBe(true);
    expect(await client.ask("PING")).toBe("+PONG\r\n");
    const io = new Redis(gateway.respUrl, { maxRetriesPerRequest: 1, retryStrategy: () => 20 }).on("error", () => {});
    await expect(io.get("a")).rejects.toThrow();
    gateway.faults.clear();
    await eventually(() => io.status === "ready");
    io.disconnect();
  });

  it("counts connections, and no requests", async () => {
    rules({ fault: "refuse", times: 2 });
    expect([await isRefused(gateway.respUrl), await isRefused(gateway.respUrl)]).toEqual([true, true]);
    const third = await RawResp.open(gateway.respUrl);
    expect(gateway.faults.state()).toMatchObject({ requests: 0, rules: [{ fired: 2 }] });
    third.leave();
  });

  it("acts on new connections over HTTP, but not on the gateway's own paths", async () => {
    rules({ fault: "refuse" });
    await expect(begin(gateway, ["GET", "a"])).rejects.toThrow(/ECONNRESET|socket hang up/);
    const headers = { authorization: `Bearer ${gateway.token}` };
    const clearing = request(`${gateway.url}/__faults`, { method: "DELETE", headers, agent: false }).end();
    const [cleared] = await once(clearing, "response");
    cleared.resume();
    expect(cleared.statusCode).toBe(200);
    (await begin(gateway, ["GET", "a"])).resume();
  });

  it("takes no trigger of a request", async () => {
    const plan = { rules: [{ fault: "refuse", command: "GET" }] };
    const answer = await ask(gateway, "/__faults", { method: "PUT", body: JSON.stringify(plan) });
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: "ERR 'rules[0].command' is no field of refuse; known are probability, times" },
    ]);
  });
});

describe("a withheld", () => {
  it("request withholds those behind it, although the client leaves", async () => {
    rules({ fault: "hold-back", reply: false, command: "SET", times: 1 });
    client.send("INCR", "ahead");
    client.send("SET", "held", "1");
    client.send("INCR", "behind");
    expect(await client.next()).toBe(":1\r\n");
    await silence();
    expect([await stored("held"), await stored("behind"), client.unread]).toEqual([null, null, 0]);
    client.leave();
    gateway.faults.clear();
    await eventually(async () => (await stored("behind")) === "1");
    expect(gateway.witness().map(({ command }) => command[0])).toEqual(expect.arrayContaining(["INCR", "SET", "INCR"]));
  });

  it("reply withholds the replies behind it, and not their execution", async () => {
    rules({ fault: "hold-back", reply: true, command: "SET" });
    client.send("SET", "held", "1");
    client.send("INCR", "behind");
    await eventually(async () => (await stored("behind")) === "1");
    expect(client.unread).toBe(0);
    gateway.faults.clear();
    expect([await client.next(), await client.next()]).toEqual(["+OK\r\n", ":1\r\n"]);
  });

  it("request that was delayed executes in order; delays run at the same time", async () => {
    rules({ fault: "delay", delayMs: 100, replyDelayMs: 50 });
    const start = performance.now();
    // One after the other, the delays of so many would take longer than a test may.
    for (let n = 0; n < 500; n++) client.send("RPUSH", "l", `${n}`);
    for (let n = 1; n <= 500; n++) expect(await client.next()).toBe(`:${n}\r\n`);
    expect(performance.now() - start).toBeGreaterThan(148);
  });
});

describe("another reply", () => {
  const answer = (body: string, more = {}) => rules({ fault: "answer", status: 200, command: "GET", body, ...more });

  it.each([
    ['{"error":"ERR no\\nmore"}', "-ERR no more\r\n"],
    ['{"result":"OK"}', "+OK\r\n"],
    ['{"result":"text ü"}', "$7\r\ntext Ã¼\r\n"],
    ['{"result":9007199254740993}', ":9007199254740993\r\n"],
    ['{"result":1.5}', "$3\r\n1.5\r\n"],
    ['{"result":null}', "$-1\r\n"],
    ['{"result":[1,"a",[null,{"error":"ERR x"}]]}', "*3\r\n:1\r\n$1\r\na\r\n*2\r\n$-1\r\n-ERR x\r\n"],
  ])("of a rule is RESP: %s", async (body, reply) => {
    answer(body);
    expect(await client.ask("GET", "a")).toBe(reply);
    expect(await client.ask("PING")).toBe("+PONG\r\n");
  });

  it("is an error or a result that a rule gives", async () => {
    rules({ fault: "reply", error: "OOM not now", command: "INCR" }, { fault: "reply", result: ["a", 1], request: 2 });
    expect(await client.ask("INCR", "unexecuted")).toBe("-OOM not now\r\n");
    expect(await client.ask("GET", "a")).toBe("*2\r\n$1\r\na\r\n:1\r\n");
    expect(await stored("unexecuted")).toBeNull();
  });

  it("that is no RESP is sent as it is, and nothing follows it", async () => {
    answer("<html>busy</html>", { times: 1 });
    const before = client.received.length;
    client.send("GET", "a");
    client.send("INCR", "count");
    await eventually(async () => (await stored("count")) === "1");
    await silence();
    expect(client.received.slice(before)).toBe("<html>busy</html>");
  });

  it("replaces that of an executed command, too", async () => {
    rules({ fault: "answer", status: 200, command: "INCR", body: '{"result":7}', executes: true });
    expect(await client.ask("INCR", "count")).toBe(":7\r\n");
    expect(await stored("count")).toBe("1");
    expect(marks()[0]).toEqual(["INCR", "answer"]);
  });

  it("is that of another command of the connection, or of an earlier run", async () => {
    rules({ fault: "swap-replies", delayMs: 5_000, command: "GET" });
    await client.ask("SET", "a", "1");
    client.send("GET", "a");
    client.send("GET", "b");
    expect([await client.next(), await client.next()]).toEqual(["$-1\r\n", "$1\r\n1\r\n"]);
    gateway.faults.clear();
    const sha = (await client.ask("SCRIPT", "LOAD", "return redis.call('INCR', KEYS[1])")).slice(5, 45);
    expect(await client.ask("EVALSHA", sha, "1", "n", "x", "hold")).toBe(":1\r\n");
    rules({ fault: "replay-reply" });
    expect(await client.ask("EVALSHA", sha, "1", "n", "x", "hold")).toBe(":1\r\n");
    expect(await stored("n")).toBe("2");
  });

  it("comes once for a duplicate", async () => {
    rules({ fault: "duplicate", command: "INCR" });
    expect(await client.ask("INCR", "count")).toBe(":1\r\n");
    expect(await client.ask("GET", "count")).toBe("$1\r\n2\r\n");
    expect(marks()).toEqual([
      ["INCR", undefined],
      ["INCR", "duplicate"],
      ["GET", undefined],
    ]);
  });
});

describe("half a reply", () => {
  it("that is cut ends the connection, also after a whole one", async () => {
    await client.ask("SET", "a", "hello");
    const before = client.received.length;
    rules({ fault: "cut-body", atByte: 6, command: "GET" });
    client.send("GET", "a");
    expect(await client.ended()).toBe("end");
    expect(client.received.slice(before)).toBe("$5\r\nhe");
    const next = await RawResp.open(gateway.respUrl);
    rules({ fault: "cut-body", atByte: 100, command: "GET" });
    expect(await next.ask("GET", "a")).toBe("$5\r\nhello\r\n");
    expect(await next.ended()).toBe("end");
  });

  it("that stalls leaves the connection open and silent", async () => {
    await client.ask("SET", "a", "hello");
    const before = client.received.length;
    rules({ fault: "stall-body", atByte: 6, command: "GET" });
    client.send("GET", "a");
    client.send("INCR", "count");
    await fired();
    await eventually(async () => gateway.witness().some(({ command }) => command[0] === "INCR"));
    await silence();
    expect([client.received.slice(before), client.end]).toEqual(["$5\r\nhe", undefined]);
  });
});

it("rules choose commands over RESP by their numbers, and replay by seed", async () => {
  rules({ fault: "answer", status: 200, body: '{"result":"hit"}', request: [2, 4] });
  client.send("PING"); // no request
  expect(await client.next()).toBe("+PONG\r\n");
  const replies: string[] = [];
  for (let n = 0; n < 5; n++) replies.push(await client.ask("GET", "none"));
  expect(replies.map((reply) => reply.includes("hit"))).toEqual([false, true, false, true, false]);
  expect(gateway.faults.state().requests).toBe(5);
});
