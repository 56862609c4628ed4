// Faults: lost, late and frozen. Plus how rules choose requests, and that a seed replays them.

import { afterEach, describe, expect, it } from "vitest";
import type { FaultRule } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { ask, dropped, EventStream, ownGateway, send } from "./support.ts";

const gateway = await ownGateway();
afterEach(() => gateway.faults.clear());

const put = (plan: unknown) => ask(gateway, "/__faults", { method: "PUT", body: JSON.stringify(plan) });

describe("drop-before", () => {
  it("closes the connection and executes nothing", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "drop-before", request: 2 }] });
    expect((await send(gateway, ["SET", "before", "1"])).status).toBe(200);
    await dropped(send(gateway, ["SET", "before", "2"]));
    expect((await send(gateway, ["GET", "before"])).body).toEqual({ result: "1" });
    expect(gateway.faults.state().rules).toEqual([{ fault: "drop-before", request: 2, fired: 1 }]);
  });
});

describe("drop-reply", () => {
  it("executes, closes the connection, and the witness marks the executed command", async () => {
    gateway.clearWitness();
    gateway.faults.set({ seed: 1, rules: [{ fault: "drop-reply", command: "incr" }] });
    await dropped(send(gateway, ["INCR", "reply"]));
    await dropped(send(gateway, [["PING"], ["INCR", "reply"]], "/pipeline"));
    await dropped(send(gateway, [["INCR", "reply"]], "/multi-exec"));
    expect((await send(gateway, ["GET", "reply"])).body).toEqual({ result: "3" });
    const marks = gateway.witness().map(({ command, faulted }) => [command[0], faulted]);
    const mark = "drop-reply";
    expect(marks).toEqual([
      ["INCR", mark],
      ["PING", mark],
      ["INCR", mark],
      ["INCR", mark],
      ["GET", undefined],
    ]);
  });

  it("closes a stream before its first byte", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "drop-reply", command: "SUBSCRIBE", times: 1 }] });
    await dropped(EventStream.open(gateway, "/subscribe/dropped"));
    const stream = await EventStream.open(gateway, "/subscribe/dropped");
    expect(await stream.next()).toBe("subscribe,dropped,1");
    stream.leave();
  });
});

describe("delay", () => {
  it("waits before executing", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "delay", command: "SET", delayMs: 250 }] });
    const startMs = performance.now();
    const late = send(gateway, ["SET", "late", "1"]);
    expect((await send(gateway, ["GET", "late"])).body).toEqual({ result: null });
    expect((await late).status).toBe(200);
    expect(performance.now() - startMs).toBeGreaterThan(248);
  });

  it("executes although the client has given up", async () => {
    gateway.clearWitness();
    gateway.faults.set({ seed: 1, rules: [{ fault: "delay", command: "SET", delayMs: 250 }] });
    const leave = new AbortController();
    const left = send(gateway, ["SET", "zombie", "1"], "/", { signal: leave.signal });
    await eventually(() => gateway.faults.state().requests === 1);
    leave.abort();
    await expect(left).rejects.toThrow();
    expect((await send(gateway, ["GET", "zombie"])).body).toEqual({ result: null });
    await eventually(() => gateway.witness().length === 2);
    expect((await send(gateway, ["GET", "zombie"])).body).toEqual({ result: "1" });
  });

  it("waits before every answer, and before every line of a stream", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "delay", replyDelayMs: 150 }] });
    const elapsedMs = async (work: Promise<unknown>) => {
      const startMs = performance.now();
      await work;
      return performance.now() - startMs;
    };
    expect(await elapsedMs(send(gateway, ["PING"]))).toBeGreaterThan(148);
    const stream = await EventStream.open(gateway, "/subscribe/slow");
    await stream.next();
    // Delays run at the same time: they simulate a distant network, not a slow one. One after the other, those of so many
    // lines would take longer than a test may.
    const numbers = Array.from({ length: 500 }, (_, n) => `${n}`);
    const lines: string[] = [];
    const reading = (async () => {
      while (lines.length < numbers.length) lines.push(String(await stream.next()));
    })();
    const publishing = send(
      gateway,
      numbers.map((n) => ["PUBLISH", "slow", n]),
      "/pipeline",
    );
    expect(await elapsedMs(reading)).toBeGreaterThan(148);
    expect(lines).toEqual(numbers.map((n) => `message,slow,${n}`));
    await publishing;
    stream.leave();
  });
});

describe("hold-back", () => {
  it("withholds a request from Redis until the rules change, although its client has given up", async () => {
    gateway.clearWitness();
    gateway.faults.set({ seed: 1, rules: [{ fault: "hold-back", reply: false, command: "SET" }] });
    const client = new AbortController();
    const held = send(gateway, ["SET", "held", "1"], "/", { signal: client.signal });
    await eventually(() => gateway.faults.state().rules[0]?.fired === 1);
    client.abort();
    await expect(held).rejects.toThrow();
    expect((await send(gateway, ["GET", "held"])).body).toEqual({ result: null });
    gateway.faults.clear();
    await eventually(() => gateway.witness().some(({ faulted }) => faulted === "hold-back"));
    expect((await send(gateway, ["GET", "held"])).body).toEqual({ result: "1" });
  });

  it("withholds a reply from its client until the rules change, also to other rules", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "hold-back", reply: true, command: "INCR" }] });
    const held = send(gateway, ["INCR", "kept"]);
    await eventually(async () => JSON.stringify((await send(gateway, ["GET", "kept"])).body) === `{"result":"1"}`);
    const silence = Symbol("silence");
    expect(await Promise.race([held, new Promise((end) => setTimeout(end, 100, silence))])).toBe(silence);
    gateway.faults.set({ seed: 1, rules: [{ fault: "drop-before", command: "INCR" }] });
    expect((await held).body).toEqual({ result: 1 });
  });
});

describe("freeze-stream", () => {
  it("leaves the stream open and silent after its confirmation", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "freeze-stream", times: 1 }] });
    const frozen = await EventStream.open(gateway, "/subscribe/frozen");
    const live = await EventStream.open(gateway, "/subscribe/frozen");
    expect([await frozen.next(), await live.next()]).toEqual(["subscribe,frozen,1", "subscribe,frozen,1"]);
    expect((await send(gateway, ["PUBLISH", "frozen", "x"])).body).toEqual({ result: 2 });
    expect(await live.next()).toBe("message,frozen,x");
    const silence = Symbol("silence");
    expect(await Promise.race([frozen.next(), new Promise((end) => setTimeout(end, 100, silence))])).toBe(silence);
    frozen.leave();
    live.leave();
  });

  it("can withhold the confirmation too, and does not affect commands", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "freeze-stream", beforeConfirmation: true }] });
    const frozen = await EventStream.open(gateway, "/psubscribe/f*");
    expect(frozen.response.status).toBe(200);
    expect((await send(gateway, ["PING"])).status).toBe(200);
    const silence = Symbol("silence");
    expect(await Promise.race([frozen.next(), new Promise((end) => setTimeout(end, 100, silence))])).toBe(silence);
    expect(gateway.faults.state().rules[0]?.fired).toBe(1);
    frozen.leave();
  });
});

describe("rules", () => {
  /** Returns which of 60 requests are dropped. */
  async function droppedOf60(seed: number, rules: FaultRule[]): Promise<number[]> {
    gateway.faults.set({ seed, rules });
    const hits: number[] = [];
    for (let n = 1; n <= 60; n++) {
      await send(gateway, [n % 2 ? "GET" : "TTL", "k"]).catch(() => hits.push(n));
    }
    return hits;
  }

  it("replays the same faults from the same seed, and others from another", async () => {
    const rules: FaultRule[] = [
      { fault: "drop-before", probability: 0.3, command: "GET" },
      { fault: "drop-reply", probability: 0.2 },
    ];
    const first = await droppedOf60(42, rules);
    expect(await droppedOf60(42, rules)).toEqual(first);
    expect(await droppedOf60(43, rules)).not.toEqual(first);
    expect(first.length).toBeGreaterThan(8);
    expect(first.length).toBeLessThan(35);
  });

  it("choose requests by their numbers, counted since the rules were set", async () => {
    expect(await droppedOf60(0, [{ fault: "drop-before", request: [3, 59] }])).toEqual([3, 59]);
    expect(await droppedOf60(0, [{ fault: "drop-before", command: "ttl", times: 2 }])).toEqual([2, 4]);
  });

  it("are set, read and cleared over HTTP", async () => {
    const plan = { seed: 7, rules: [{ fault: "drop-before", command: "GET", times: 1 }] };
    const fired = (count: number, requests: number) => ({
      seed: 7,
      requests,
      rules: [{ ...plan.rules[0], fired: count }],
    });
    expect((await put(plan)).body).toEqual(fired(0, 0));
    await dropped(send(gateway, ["GET", "x"]));
    expect((await ask(gateway, "/__faults")).body).toEqual(fired(1, 1));
    expect((await ask(gateway, "/__faults", { method: "DELETE" })).body).toEqual({ seed: 0, requests: 0, rules: [] });
    expect((await send(gateway, ["GET", "x"])).status).toBe(200);
  });

  it.each([
    [{ seed: 0.5 }, "'seed'"],
    [{ rules: {} }, "'rules'"],
    [{ role: [] }, "'role'"],
    [[], "object"],
    [{ rules: [{ fault: "explode" }] }, "rules[0].fault"],
    [{ rules: [{ fault: "drop-reply" }, { fault: "delay", delayMs: -1 }] }, "rules[1].delayMs"],
    [{ rules: [{ fault: "delay" }] }, "'rules[0]' needs delayMs or replyDelayMs"],
    [{ rules: [{ fault: "drop-reply", delayMs: 1 }] }, "rules[0].delayMs"],
    [{ rules: [{ fault: "delay", request: 0 }] }, "rules[0].request"],
    [{ rules: [{ fault: "delay", request: [] }] }, "rules[0].request"],
    [{ rules: [{ fault: "delay", probability: 2 }] }, "rules[0].probability"],
    [{ rules: [{ fault: "delay", times: "1" }] }, "rules[0].times"],
    [{ rules: [{ fault: "delay", command: "" }] }, "rules[0].command"],
    [{ rules: [{ fault: "freeze-stream", beforeConfirmation: 1 }] }, "rules[0].beforeConfirmation"],
    [{ rules: [{ fault: "duplicate", delayMs: "soon" }] }, "rules[0].delayMs"],
    [{ rules: [{ fault: "duplicate", replyDelayMs: 1 }] }, "rules[0].replyDelayMs"],
    [{ rules: [{ fault: "answer" }] }, "rules[0].status"],
    [{ rules: [{ fault: "answer", status: 199 }] }, "rules[0].status"],
    [{ rules: [{ fault: "answer", status: 204 }] }, "rules[0].status"],
    [{ rules: [{ fault: "answer", status: 600 }] }, "rules[0].status"],
    [{ rules: [{ fault: "answer", status: 200, body: {} }] }, "rules[0].body"],
    [{ rules: [{ fault: "answer", status: 200, contentType: "text/html\r\nx: y" }] }, "rules[0].contentType"],
    [{ rules: [{ fault: "answer", status: 429, retryAfter: -1 }] }, "rules[0].retryAfter"],
    [{ rules: [{ fault: "answer", status: 307, location: "/\n" }] }, "rules[0].location"],
    [{ rules: [{ fault: "answer", status: 502, executes: "no" }] }, "rules[0].executes"],
    [{ rules: [{ fault: "swap-replies" }] }, "rules[0].delayMs"],
    [{ rules: [{ fault: "stall-body" }] }, "rules[0].atByte"],
    [{ rules: [{ fault: "cut-body", atByte: 1.5 }] }, "rules[0].atByte"],
    [{ rules: [{ fault: "cut-stream", delayMs: 3_600_001 }] }, "rules[0].delayMs"],
    [{ mix: 1000 }, "'mix'"],
    [{ mix: {} }, "mix.leaseMs"],
    [{ mix: { leaseMs: 0 } }, "mix.leaseMs"],
    [{ mix: { leaseMs: 3_000_001 } }, "mix.leaseMs"],
    [{ mix: { leaseMs: 1000, share: 1 } }, "mix.share"],
    [{ mix: { leaseMs: 1000 }, rules: [] }, "'mix'"],
  ])("are refused with the name of the wrong field: %j", async (plan, field) => {
    const answer = await put(plan);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: expect.stringContaining(field) });
  });
});
