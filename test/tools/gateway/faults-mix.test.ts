// The mix of faults: its proportions, and its replay from a seed.

import { afterEach, describe, expect, it } from "vitest";
import { Faults } from "../../../src/engine/faults/faults.ts";
import { type FaultRule, faultMix } from "../../../src/tools/gateway/gateway.ts";
import { ask, ownGateway, send } from "./support.ts";

const gateway = await ownGateway();
afterEach(() => gateway.faults.clear());

const put = (plan: unknown) => ask(gateway, "/__faults", { method: "PUT", body: JSON.stringify(plan) });

/** Returns the status, or "lost". */
async function increment(): Promise<string> {
  const headers = { authorization: `Bearer ${gateway.token}` };
  const response = await fetch(`${gateway.url}/incr/n`, { headers }).catch(() => undefined);
  await response?.arrayBuffer();
  return response === undefined ? "lost" : `${response.status}`;
}

describe("the mix", () => {
  it("is set over HTTP with the length of a lease", async () => {
    const short = (await put({ seed: 3, mix: { leaseMs: 1000 } })).body;
    const long = (await put({ seed: 3, rules: faultMix(1000) })).body;
    expect(short).toEqual(long);
    expect(short).toMatchObject({ seed: 3, rules: faultMix(1000).map((rule) => ({ ...rule, fired: 0 })) });
  });

  it("delays by more than the lease, and copies within it", () => {
    expect(faultMix(1000)).toContainEqual({ fault: "delay", probability: 0.02, delayMs: 1200 });
    expect(faultMix(1000)).toContainEqual({ fault: "duplicate", probability: 0.02, delayMs: 600 });
  });

  it("affects the configured share of requests", () => {
    const faults = new Faults();
    faults.set({ seed: 1, rules: faultMix(1000) });
    const requests = 100_000;
    const hits: Record<string, number> = {};
    for (let n = 0; n < requests; n++) {
      for (const { rule } of faults.draw(["EVALSHA"], false)) {
        const name = rule.fault === "answer" ? `${rule.status} ${rule.executes}` : rule.fault;
        hits[name] = (hits[name] ?? 0) + 1;
      }
    }
    const percent = Object.entries(hits).map(([name, count]) => [name, (100 * count) / requests]);
    expect(Object.fromEntries(percent)).toEqual({
      "drop-reply": expect.closeTo(5, 0),
      duplicate: expect.closeTo(2, 0),
      delay: expect.closeTo(2, 0),
      "replay-reply": expect.closeTo(2, 0),
      "502 false": expect.closeTo(0.25, 1),
      "502 true": expect.closeTo(0.25, 1),
      "503 false": expect.closeTo(0.25, 1),
      "503 true": expect.closeTo(0.25, 1),
    });
  });

  it("affects the same requests again from the same seed, however long they take", async () => {
    /** Returns the outcome of each of 500 requests, and how often each rule has fired until then. */
    async function run(seed: number, leaseMs: number): Promise<string[]> {
      await put({ seed, mix: { leaseMs } });
      const story: string[] = [];
      for (let n = 0; n < 500; n++) {
        const ending = await increment();
        story.push(`${ending}: ${gateway.faults.state().rules.map(({ fired }) => fired)}`);
      }
      return story;
    }
    const first = await run(14, 40);
    expect(await run(14, 1)).toEqual(first);
    expect(await run(15, 1)).not.toEqual(first);
    expect(new Set(first.map((line) => line.split(":")[0]))).toEqual(new Set(["200", "lost", "502", "503"]));
  });

  it("leaves a trace of every request that was executed", async () => {
    await send(gateway, ["DEL", "n"]);
    gateway.clearWitness();
    await put({ seed: 5, mix: { leaseMs: 10 } });
    await Promise.all(Array.from({ length: 2_000 }, increment));
    const { rules } = gateway.faults.state();
    const fired = (wanted: (rule: FaultRule) => boolean) =>
      rules.filter(wanted).reduce((sum, rule) => sum + rule.fired, 0);
    const copies = fired(({ fault }) => fault === "duplicate");
    const unexecuted = fired((rule) => rule.fault === "answer" && rule.executes !== true);
    // After the last copy, which is due within 6 ms.
    gateway.faults.set({ seed: 1, rules: [{ fault: "delay", delayMs: 50 }] });
    await send(gateway, ["PING"]);
    const log = gateway.witness().filter(({ command }) => command[0] === "incr");
    expect(log.map(({ reply }) => reply)).toEqual(log.map((_, n) => n + 1));
    expect(log.filter(({ faulted }) => faulted === "duplicate")).toHaveLength(copies);
    expect(log.filter(({ faulted }) => faulted !== "duplicate")).toHaveLength(2_000 - unexecuted);
  });
});
