// A port whose reply does not come, comes late, or is invalid: the run rejects, and the port never sends it again.
import { describe, expect, it } from "vitest";
import type { RedisPort } from "../../../src/lock/redis/port.ts";
import type { FaultRule } from "../../../src/tools/gateway/fault-rules.ts";
import { echoCall } from "../../support/echo-script.ts";
import { eventually } from "../../support/eventually.ts";
import { CANARY, failure, LIMITS, type PortUnderTest } from "../../support/port-under-test.ts";
import { clearFaults, command, type Endpoint, faultsMet, setFaults, witnessed } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

const NO_REPLIES: readonly [string, unknown][] = [
  ["nil", null],
  ["OK", "OK"],
  ["a number", 1],
  ["an empty list", []],
  ["another try's grant", ["held", "o:2", 1, 1_000, ""]],
  ["a list in a list", [["held", "o:2", 1, 1_000, ""]]],
];

const EXECUTED: readonly [string, FaultRule][] = [
  ["a reply that is lost", { fault: "drop-reply" }],
  ["a body cut at its first byte", { fault: "cut-body", atByte: 0 }],
  ["a body cut in the middle", { fault: "cut-body", atByte: 12 }],
];

/** Tests every fault between the request and its reply. */
export function portFaultsContract(gateway: Endpoint, under: PortUnderTest): void {
  const port = under.portTo(gateway);

  it.each(NO_REPLIES)("a reply that is %s is refused as one that no script gives", async (_, result) => {
    const body = JSON.stringify(under.pipelines ? [{ result }] : { result });
    await setFaults(gateway, 1, [{ fault: "answer", status: 200, body }]);
    const error = await failure(port.run(await echoCall(uniqueName(), "held", CANARY), LIMITS), gateway);
    expect(error).toMatchObject({ code: "UNEXPECTED_REPLY" });
    expect(await faultsMet(gateway)).toBe(1);
  });

  executedContract(gateway, port, EXECUTED);

  it("a request that is lost is not sent again", async () => {
    const key = uniqueName();
    await setFaults(gateway, 1, [{ fault: "drop-before" }]);
    const error = await failure(port.run(await echoCall(key, "held", CANARY), LIMITS), gateway);
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(await faultsMet(gateway)).toBe(1);
    expect(await witnessed(gateway, key)).toEqual([]);
  });

  it("a server that is not there was not reached, so that nothing was done", async () => {
    const run = under.portTo(under.nowhere).run(await echoCall(uniqueName(), "held", CANARY), LIMITS);
    expect(await failure(run, under.nowhere)).toMatchObject({ code: "REDIS_UNREACHABLE" });
  });

  timeContract(gateway, under);
  abortContract(gateway, under);
}

/** Tests faults after the script has run. */
export function executedContract(
  gateway: Endpoint,
  port: RedisPort,
  rules: readonly (readonly [name: string, rule: FaultRule])[],
): void {
  it.each(rules)("%s leaves the outcome unknown, and the script runs once", async (_, rule) => {
    const key = uniqueName();
    await port.run(await echoCall(uniqueName(), "held"), LIMITS);
    await setFaults(gateway, 1, [rule]);
    const error = await failure(port.run(await echoCall(key, "held", CANARY), LIMITS), gateway);
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(await faultsMet(gateway)).toBe(1);
    expect(await witnessed(gateway, key)).toHaveLength(1);
  });
}

function timeContract(gateway: Endpoint, { portTo }: PortUnderTest): void {
  const port = portTo(gateway);

  it.each<[string, FaultRule]>([
    ["a reply that is late", { fault: "delay", replyDelayMs: 800 }],
    ["a reply that never comes", { fault: "hold-back", reply: true }],
    ["a body that stalls", { fault: "stall-body", atByte: 12 }],
  ])("%s is not waited for beyond the deadline, nor requested again", async (_, rule) => {
    const key = uniqueName();
    await port.run(await echoCall(uniqueName(), "held"), LIMITS);
    const call = await echoCall(key, "held", CANARY);
    await setFaults(gateway, 1, [rule]);
    const start = performance.now();
    const error = await failure(port.run(call, { timeoutMs: 200 }), gateway);
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", message: "no answer within 200 ms" });
    expect(performance.now() - start).toBeGreaterThanOrEqual(199);
    expect(performance.now() - start).toBeLessThan(750);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await faultsMet(gateway)).toBe(1);
    await clearFaults(gateway);
    await eventually(async () => (await command(gateway, "GET", key)) === "1");
  });

  it("one deadline covers a script that is sent whole, too", async () => {
    const call = await echoCall(uniqueName(), "held");
    await command(gateway, "SCRIPT", "FLUSH");
    await setFaults(gateway, 1, [
      { fault: "delay", command: "EVALSHA", replyDelayMs: 300 },
      { fault: "hold-back", command: "EVAL", reply: true },
    ]);
    const start = performance.now();
    expect(await failure(port.run(call, { timeoutMs: 600 }), gateway)).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(performance.now() - start).toBeLessThan(850);
    expect(await faultsMet(gateway)).toBe(2);
  });
}

function abortContract(gateway: Endpoint, { portTo }: PortUnderTest): void {
  const port = portTo(gateway);

  describe("an abort", () => {
    it("before the run sends nothing", async () => {
      const key = uniqueName();
      await setFaults(gateway, 1, [{ fault: "delay", delayMs: 0 }]);
      const run = port.run(await echoCall(key, "held", CANARY), { ...LIMITS, signal: AbortSignal.abort("enough") });
      expect(await failure(run, gateway)).toMatchObject({ code: "ABORTED", cause: "enough" });
      expect(await faultsMet(gateway)).toBe(0);
    });

    it.each<[string, unknown, FaultRule]>([
      ["a text, before the script runs", "enough", { fault: "hold-back", reply: false }],
      ["an error, before the answer", new RangeError("enough"), { fault: "hold-back", reply: true }],
      ["nothing, in the middle of the answer", undefined, { fault: "stall-body", atByte: 12 }],
    ])("with %s is an abort and never a reply", async (_, reason, rule) => {
      const key = uniqueName();
      await port.run(await echoCall(uniqueName(), "held"), LIMITS);
      await setFaults(gateway, 1, [rule]);
      const stop = new AbortController();
      const run = failure(port.run(await echoCall(key, "held", CANARY), { ...LIMITS, signal: stop.signal }), gateway);
      await eventually(async () => (await faultsMet(gateway)) === 1);
      stop.abort(reason);
      const abortedAt = performance.now();
      expect(await run).toMatchObject({ code: "ABORTED", cause: stop.signal.reason });
      expect(performance.now() - abortedAt).toBeLessThan(500);
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(await faultsMet(gateway)).toBe(1);
      await clearFaults(gateway);
      await eventually(async () => (await command(gateway, "GET", key)) === "1");
    });
  });
}
