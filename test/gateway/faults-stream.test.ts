// The fault "cut-stream".

import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { dropped, EventStream, ownGateway, send } from "./support.ts";

const gateway = await ownGateway();
afterEach(() => gateway.faults.clear());

describe("cut-stream", () => {
  it.each(["subscribe", "psubscribe"])("closes a stream the given time after its confirmation: %s", async (route) => {
    gateway.faults.set({ seed: 1, rules: [{ fault: "cut-stream", delayMs: 1_000, times: 1 }] });
    const cut = await EventStream.open(gateway, `/${route}/cut`);
    const startMs = performance.now();
    const live = await EventStream.open(gateway, `/${route}/cut`);
    expect([await cut.next(), await live.next()]).toEqual([`${route},cut,1`, `${route},cut,1`]);
    expect((await send(gateway, ["PUBLISH", "cut", "x"])).body).toEqual({ result: 2 });
    expect(await cut.next()).toMatch(/message,cut,.*x$/);
    await dropped(cut.next());
    // The headers that end `open` came a moment after the fault's clock had started.
    expect(performance.now() - startMs).toBeGreaterThan(990);
    await eventually(async () => (await gateway.counters()).openStreams === 1);
    expect((await send(gateway, ["PUBLISH", "cut", "y"])).body).toEqual({ result: 1 });
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
