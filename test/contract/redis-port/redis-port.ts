// The contract of a port, which connects locks to Redis. It applies to any port, on a gateway of its own, one test at a
// time.
import { afterEach, describe, expect, it } from "vitest";
import { acquireCall, releaseCall } from "../../../src/lock/lua/lock/calls.ts";
import { type ScriptCall, Tries } from "../../../src/lock/protocol.ts";
import { isRedisPort } from "../../../src/lock/redis/port.ts";
import { runUntilAnswered } from "../../../src/lock/retry.ts";
import { echoCall } from "../../support/echo-script.ts";
import { failure, holdOf, LIMITS, type PortUnderTest } from "../../support/port-under-test.ts";
import { clearFaults, command, type Endpoint, faultsMet, setFaults, witnessed } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { portFaultsContract } from "./faults.ts";
import { portRefusalsContract } from "./refusals.ts";
import { restAnswersContract } from "./rest-answers.ts";
import { portStreamsContract } from "./streams.ts";

/** Runs the contract for a port over HTTP. `gateway`: its own. */
export function restPortContract(gateway: Endpoint, under: PortUnderTest): void {
  redisPortContract(gateway, under);
  restAnswersContract(gateway, under);
}

/** Runs the contract for a port. `gateway`: its own. */
export function redisPortContract(gateway: Endpoint, under: PortUnderTest): void {
  afterEach(() => clearFaults(gateway));
  repliesContract(gateway, under);
  sendingContract(gateway, under);
  triesContract(gateway, under);
  portRefusalsContract(gateway, under);
  portFaultsContract(gateway, under);
  portStreamsContract(gateway, under);
}

function repliesContract(gateway: Endpoint, { portTo }: PortUnderTest): void {
  const port = portTo(gateway);

  it("a port differs from an endpoint by its members", () => {
    expect(isRedisPort(port)).toBe(true);
    expect(isRedisPort(gateway)).toBe(false);
  });

  it("a port names its database, and not its token", () => {
    expect(portTo(gateway).database).toBe(port.database);
    expect(portTo({ ...gateway, token: "another" }).database).not.toBe(port.database);
    expect(port.database).not.toContain(gateway.token);
  });

  it("a script runs once, and its texts and numbers come back unchanged", async () => {
    const key = uniqueName();
    const texts = [
      "42",
      "007",
      "1e3",
      "true",
      "null",
      "",
      '{"a":1}',
      "[1]",
      '"q"',
      "OK",
      "aGVsZA==",
      "ünï ☃😀",
      "a\r\nb\u0000",
    ];
    const call = await echoCall(key, "counted", ...texts);
    expect(await port.run(call, LIMITS)).toEqual(["counted", expect.any(String), 1, ...texts]);
    expect(await command(gateway, "GET", key)).toBe("1");
  });

  it("a reply is decoded by its call", async () => {
    const hold = holdOf(uniqueName());
    const granted = await port.run(acquireCall(hold, true), LIMITS);
    expect(granted).toMatchObject({ kind: "held", holdCount: 1, remainingMs: 60_000 });
    const other = { ...hold, owner: "o:2", holdId: "o:2" };
    expect(await port.run(acquireCall(other, true), LIMITS)).toMatchObject({ kind: "busy" });
    if (granted.kind !== "held") throw new Error("not held");
    const ended = await port.run(releaseCall({ ...hold, epoch: granted.epoch }, true), LIMITS);
    expect(ended).toEqual({ kind: "ended", end: "released" });
    const refused: ScriptCall<never> = {
      ...(await echoCall(uniqueName(), "counted")),
      decode: () => {
        throw new RangeError("not this one");
      },
    };
    await expect(port.run(refused, LIMITS)).rejects.toThrow(RangeError);
  });
}

function sendingContract(gateway: Endpoint, { portTo, pipelines }: PortUnderTest): void {
  const port = portTo(gateway);

  it("a script that Redis has forgotten is sent whole, in the same attempt", async () => {
    const key = uniqueName();
    const call = await echoCall(key, "counted");
    await command(gateway, "SCRIPT", "FLUSH");
    await port.run(call, LIMITS);
    await port.run(call, LIMITS);
    const words = (await witnessed(gateway, key)).map(({ command: [word, , , , nonce] }) => [
      word?.toUpperCase(),
      nonce,
    ]);
    const [first, , second] = words.map(([, nonce]) => nonce);
    expect(words).toEqual([
      ["EVALSHA", first],
      ["EVAL", first],
      ["EVALSHA", second],
    ]);
    expect(second).not.toBe(first);
    expect(await command(gateway, "GET", key)).toBe("2");
  });

  it(`runs that start at once ${pipelines ? "share a request" : "are separate requests"}`, async () => {
    const keys = [uniqueName(), uniqueName(), uniqueName()];
    const calls = await Promise.all(keys.map((key) => echoCall(key, "counted")));
    await port.run(await echoCall(uniqueName(), "counted"), LIMITS);
    await setFaults(gateway, 1, [{ fault: "delay", delayMs: 0 }]);
    const replies = await Promise.all(calls.map((call) => port.run(call, LIMITS)));
    expect(replies).toEqual(keys.map(() => ["counted", expect.any(String), 1]));
    expect(await faultsMet(gateway)).toBe(pipelines ? 1 : 3);
  });
}

function triesContract(gateway: Endpoint, { portTo }: PortUnderTest): void {
  const port = portTo(gateway);

  describe("a replayed reply", () => {
    it("of another call is refused", async () => {
      const call = await echoCall(uniqueName(), "held", "hold");
      await port.run(call, LIMITS);
      await port.run(call, LIMITS);
      await setFaults(gateway, 1, [{ fault: "replay-reply" }]);
      expect(await failure(port.run(call, LIMITS), gateway)).toMatchObject({ code: "UNEXPECTED_REPLY" });
    });

    it("of an earlier attempt of the same call counts from that attempt, where it is equivalent", async () => {
      const call = await echoCall(uniqueName(), "held", "hold");
      const tries = new Tries();
      await port.run(await echoCall(uniqueName(), "counted"), LIMITS);
      const start = performance.now();
      await port.run(call, { ...LIMITS, tries });
      const firstAt = tries.answeredAt;
      expect(firstAt).toBeGreaterThanOrEqual(start);
      await setFaults(gateway, 1, [{ fault: "replay-reply" }]);
      expect(await port.run(call, { ...LIMITS, tries })).toEqual(["held", expect.any(String), 1, "hold"]);
      expect(tries.answeredAt).toBe(firstAt);
    });

    it("of an earlier attempt is refused where it was only true once", async () => {
      const call = await echoCall(uniqueName(), "counted", "hold");
      const tries = new Tries();
      await port.run(await echoCall(uniqueName(), "counted"), LIMITS);
      await port.run(call, { ...LIMITS, tries });
      await setFaults(gateway, 1, [{ fault: "replay-reply" }]);
      const run = port.run(call, { ...LIMITS, tries });
      expect(await failure(run, gateway)).toMatchObject({ code: "UNEXPECTED_REPLY" });
    });
  });

  it("replies that were swapped between two runs are accepted by neither", async () => {
    const calls = await Promise.all([echoCall(uniqueName(), "held"), echoCall(uniqueName(), "held")]);
    await port.run(await echoCall(uniqueName(), "held"), LIMITS);
    await setFaults(gateway, 1, [{ fault: "swap-replies", delayMs: 3_000 }]);
    // Each has a port of its own, since runs of one port may share a request.
    const errors = await Promise.all(calls.map((call) => failure(portTo(gateway).run(call, LIMITS), gateway)));
    for (const error of errors) expect(error).toMatchObject({ code: "UNEXPECTED_REPLY" });
  });

  it("attempts of one call take the lock once, whatever happens to their replies", async () => {
    const key = uniqueName();
    await port.run(acquireCall(holdOf(uniqueName()), true), LIMITS);
    await setFaults(gateway, 1, [
      { fault: "drop-reply", request: 1 },
      { fault: "cut-body", request: 2, atByte: 9 },
    ]);
    const limits = { timeoutMs: 2_000, budgetMs: 10_000, subject: { act: "acquire", name: key } };
    const { reply, tries } = await runUntilAnswered(port, acquireCall(holdOf(key), true), limits);
    expect(reply).toMatchObject({ kind: "held", holdCount: 1 });
    expect(tries).toBe(3);
  });
}
