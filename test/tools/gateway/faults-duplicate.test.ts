// The fault "duplicate": a request that is executed a second time.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { startServedGateway } from "../../support/server.ts";
import { ask, dropped, EventStream, ownGateway, send, witnessed } from "./support.ts";

const gateway = await ownGateway();

beforeEach(async () => {
  await send(gateway, ["FLUSHALL"]);
  gateway.clearWitness();
  await gateway.resetCounters();
});
afterEach(() => gateway.faults.clear());

const copy = () => witnessed(gateway, ({ faulted }) => faulted === "duplicate");
const told = () =>
  gateway.witness().map(({ command, reply, faulted }) => [command.join(" "), reply, ...(faulted ? [faulted] : [])]);

describe("a copy without a delay", () => {
  it("is executed right after the first, and only the first is answered", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "duplicate" }] });
    const copied = copy();
    expect((await send(gateway, ["INCR", "n"])).body).toEqual({ result: 1 });
    await copied;
    expect(told()).toEqual([
      ["INCR n", 1],
      ["INCR n", 2, "duplicate"],
    ]);
    expect(new Set(gateway.witness().map(({ request }) => request)).size).toBe(1);
  });

  it("has no other request between it and the first", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "duplicate" }] });
    const pair = [
      ["INCR", "n"],
      ["INCR", "n"],
    ];
    const paths = ["/", "/pipeline", "/multi-exec"];
    await Promise.all(
      Array.from({ length: 90 }, (_, n) => send(gateway, n % 3 === 0 ? ["INCR", "n"] : pair, paths[n % 3])),
    );
    await eventually(() => gateway.witness().length === 2 * 150);
    const log = gateway.witness();
    expect(log.map(({ reply }) => reply)).toEqual(Array.from({ length: 300 }, (_, n) => n + 1));
    // Each request is one block of the log, and its copy the second half.
    const blocks = new Map<number, (string | undefined)[]>();
    for (const { request, faulted } of log) blocks.set(request, [...(blocks.get(request) ?? []), faulted]);
    expect([...blocks].flatMap(([request, { length }]) => Array.from({ length }, () => request))).toEqual(
      log.map(({ request }) => request),
    );
    for (const marks of blocks.values()) {
      const half = marks.length / 2;
      expect(marks).toEqual(marks.map((_, index) => (index < half ? undefined : "duplicate")));
    }
  });

  it("is billed, but does not count as a request or command", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "duplicate" }] });
    for (const command of ["INCR", "INFO"]) {
      const copied = copy();
      await send(gateway, [command, ...(command === "INCR" ? ["n"] : [])]);
      await copied;
    }
    expect(await gateway.counters()).toMatchObject({
      requests: 2,
      commands: 2,
      billed: 4,
      byCommand: { INCR: 1, INFO: 1 },
    });
    await gateway.resetCounters();
    expect((await gateway.counters()).billed).toBe(0);
  });

  it("is refused like the first, and does not affect streams", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "duplicate" }] });
    expect((await send(gateway, ["SELECT", 1])).status).toBe(400);
    const stream = await EventStream.open(gateway, "/subscribe/once");
    expect(await stream.next()).toBe("subscribe,once,1");
    expect((await gateway.counters()).openStreams).toBe(1);
    expect(gateway.faults.state().rules[0]?.fired).toBe(1);
    expect(gateway.witness()).toEqual([]);
    stream.leave();
  });
});

describe("a later copy", () => {
  it("comes after the given time, with other requests in between", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "duplicate", command: "SET", delayMs: 150 }] });
    const copied = copy();
    const startMs = performance.now();
    await send(gateway, ["SET", "holder", "old"]);
    await send(gateway, ["GETSET", "holder", "new"]);
    await copied;
    expect(performance.now() - startMs).toBeGreaterThan(148);
    expect((await send(gateway, ["GET", "holder"])).body).toEqual({ result: "old" });
    expect(told().map(([command]) => command)).toEqual([
      "SET holder old",
      "GETSET holder new",
      "SET holder old",
      "GET holder",
    ]);
  });

  it("comes although the rules have been cleared meanwhile", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "duplicate", delayMs: 60 }] });
    const copied = copy();
    await send(gateway, ["INCR", "n"]);
    await ask(gateway, "/__faults", { method: "DELETE" });
    expect((await send(gateway, ["GET", "n"])).body).toEqual({ result: "1" });
    expect((await copied).reply).toBe(2);
  });

  it("is dropped when the gateway closes", async () => {
    const other = await startGateway({ redisUrl: gateway.redisUrl });
    other.faults.set({ seed: 1, rules: [{ fault: "duplicate", delayMs: 1_000 }] });
    await send(other, ["INCR", "n"]);
    await other.close();
    gateway.faults.set({ seed: 1, rules: [{ fault: "delay", delayMs: 1_200 }] });
    expect((await send(gateway, ["GET", "n"])).body).toEqual({ result: "1" });
  });

  it("is dropped when Redis is away", async () => {
    await using away = await startServedGateway();
    away.faults.set({
      seed: 1,
      rules: [
        { fault: "duplicate", command: "INCR", delayMs: 100 },
        { fault: "delay", command: "PING", delayMs: 200 },
      ],
    });
    await send(away, ["INCR", "n"]);
    const afterwards = send(away, ["PING"]);
    await away.redis.kill("SIGKILL");
    expect((await afterwards).status).toBe(503);
    expect(away.witness().map(({ command, reply }) => [command.join(" "), reply])).toEqual([["INCR n", 1]]);
    await away.redis.restart();
    away.faults.clear();
    await eventually(async () => (await send(away, ["PING"])).status === 200);
  });
});

describe("together with other faults", () => {
  it.each([0, 1])("a request that loses its reply is copied too, in any order of the rules (%i)", async (turn) => {
    const rules = [{ fault: "drop-reply" }, { fault: "duplicate", delayMs: 30 }] as const;
    gateway.faults.set({ seed: 1, rules: turn === 0 ? rules : rules.toReversed() });
    const copied = copy();
    await dropped(send(gateway, ["INCR", "n"]));
    await copied;
    expect(told()).toEqual([
      ["INCR n", 1, "drop-reply"],
      ["INCR n", 2, "duplicate"],
    ]);
  });

  it("the copy of a delayed request is timed from its execution", async () => {
    gateway.faults.set({
      seed: 1,
      rules: [
        { fault: "duplicate", delayMs: 60 },
        { fault: "delay", delayMs: 60 },
      ],
    });
    const copied = copy();
    const startMs = performance.now();
    await send(gateway, ["INCR", "n"]);
    expect((await copied).reply).toBe(2);
    expect(performance.now() - startMs).toBeGreaterThan(118);
  });

  it("the copy is executed although the first was answered without execution", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "answer", status: 502 }, { fault: "duplicate" }] });
    const copied = copy();
    expect((await send(gateway, ["INCR", "n"])).status).toBe(502);
    expect((await copied).reply).toBe(1);
  });

  it("a request that never arrived has no copy", async () => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "duplicate" }, { fault: "drop-before", times: 1 }] });
    await dropped(send(gateway, ["INCR", "n"]));
    const copied = copy();
    await send(gateway, ["INCR", "n"]);
    expect((await copied).reply).toBe(2);
  });
});
