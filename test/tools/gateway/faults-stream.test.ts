// The fault "cut-stream".

import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { dropped, EventStream, ownGateway, send } from "./support.ts";

const gateway = await ownGateway();
afterEach(() => gateway.faults.clear());

describe("cut-stream", () => {
  it.each(["subscribe", "psubscribe"])("closes a stream the given time after its confirmation: %s", async (route) => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "cut-stream", delayMs: 1_000, times: 1 }] });
    const channel = `${route}:${crypto.randomUUID()}`;
    const startMs = performance.now();
    const cut = await EventStream.open(gateway, `/${route}/${channel}`);
    const live = await EventStream.open(gateway, `/${route}/${channel}`);
    expect([await cut.next(), await live.next()]).toEqual([`${route},${channel},1`, `${route},${channel},1`]);
    expect((await send(gateway, ["PUBLISH", channel, "x"])).body).toEqual({ result: 2 });
    expect(await cut.next()).toMatch(/message,.*x$/);
    await dropped(cut.next());
    expect(performance.now() - startMs).toBeGreaterThan(990);
    await eventually(async () => (await gateway.counters()).openStreams === 1);
    expect((await send(gateway, ["PUBLISH", channel, "y"])).body).toEqual({ result: 1 });
    live.leave();
  });

  it("counts from a delayed confirmation", async () => {
    gateway.faults.set({
      seed: 1,
      rules: [
        { fault: "cut-stream", delayMs: 100 },
        { fault: "delay", replyDelayMs: 100 },
      ],
    });
    const startMs = performance.now();
    const stream = await EventStream.open(gateway, "/subscribe/late");
    expect(await stream.next()).toBe("subscribe,late,1");
    await dropped(stream.next());
    expect(performance.now() - startMs).toBeGreaterThan(198);
  });

  it("closes a frozen stream too, and does not affect commands", async () => {
    gateway.faults.set({
      seed: 1,
      rules: [{ fault: "cut-stream", delayMs: 50 }, { fault: "freeze-stream" }],
    });
    expect((await send(gateway, ["PING"])).status).toBe(200);
    const stream = await EventStream.open(gateway, "/subscribe/frozen");
    expect(await stream.next()).toBe("subscribe,frozen,1");
    await dropped(stream.next());
    expect(gateway.faults.state().rules.map(({ fired }) => fired)).toEqual([1, 1]);
  });
});
