// Redis dies and comes back; the gateway stays.

import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { startServedGateway } from "../../support/server.ts";
import { EventStream, ownServedGateway, send } from "./support.ts";

const gateway = await ownServedGateway();
const { redis } = gateway;

const isBack = async () => (await send(gateway, ["PING"])).status === 200;

describe("while Redis is away", () => {
  it("answers 503, refuses streams, ends open ones, and works again afterwards", async () => {
    const stream = await EventStream.open(gateway, "/subscribe/away");
    await stream.next();
    await redis.kill("SIGKILL");
    expect(await stream.next()).toBeUndefined();
    await eventually(async () => (await send(gateway, ["PING"])).status === 503);
    for (const [body, path] of [
      [["SET", "a", 1], "/"],
      [[["GET", "a"]], "/pipeline"],
      [[["GET", "a"]], "/multi-exec"],
      ["", "/subscribe/x"],
    ] as const) {
      const answer = await send(gateway, body, path);
      expect([path, answer.status]).toEqual([path, 503]);
      expect(answer.body).toEqual({ error: "ERR Redis is not reachable; the command was not sent" });
    }
    expect((await gateway.counters()).billed).toBeNull();
    await redis.restart();
    await eventually(isBack);
    expect((await gateway.counters()).billed).not.toBeNull();
  });

  it("answers 502 to pending requests, and the witness marks them as unknown", async () => {
    gateway.clearWitness();
    gateway.faults.clear(); // counts requests from here
    await redis.kill("SIGSTOP"); // it accepts bytes and answers nothing
    const inFlight = [
      send(gateway, ["SET", "flight", 1]),
      send(
        gateway,
        [
          ["SET", "flight", 2],
          ["GET", "flight"],
        ],
        "/pipeline",
      ),
      send(gateway, [["SET", "flight", 3]], "/multi-exec"),
    ];
    await eventually(() => gateway.faults.state().requests === 3);
    await redis.kill("SIGKILL");
    const answers = await Promise.all(inFlight);
    expect(answers.map(({ status }) => status)).toEqual([502, 502, 502]);
    expect(gateway.witness().map(({ unknown }) => unknown)).toEqual([true, true, true, true]);
    await redis.restart();
    await eventually(isBack);
  });
});

describe("the private server", () => {
  it("keeps its port and changes its process at a restart", async () => {
    const { pid, url } = redis;
    await redis.restart();
    expect(redis.url).toBe(url);
    expect(redis.pid).not.toBe(pid);
    await eventually(isBack);
  });

  it("ends when the gateway is closed", async () => {
    const other = await startServedGateway();
    const pid = other.redis.pid ?? Number.NaN;
    expect(process.kill(pid, 0)).toBe(true);
    await other.close();
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
    await expect(fetch(other.url)).rejects.toThrow();
    await other.close(); // again is harmless
  });
});
