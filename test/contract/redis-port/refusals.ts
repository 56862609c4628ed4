// How a port reports Redis' own errors: each says for certain that the script was not carried out.
import { expect, it } from "vitest";
import { acquireCall } from "../../../src/lock/lua/lock/calls.ts";
import { echoCall, refusingCall } from "../../support/echo-script.ts";
import { CANARY, failure, holdOf, LIMITS, type PortUnderTest } from "../../support/port-under-test.ts";
import { command, type Endpoint, faultsMet, setFaults, witnessed } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

export function portRefusalsContract(gateway: Endpoint, { portTo, seesStatus }: PortUnderTest): void {
  const port = portTo(gateway);
  const saying = (error: string) =>
    setFaults(gateway, 1, [{ fault: "answer", status: 400, body: JSON.stringify({ error }) }]);

  it("a wrong token is refused, with the word of Redis, and nothing runs", async () => {
    const key = uniqueName();
    const stranger = { ...gateway, token: "canary-5ecret" };
    const error = await failure(portTo(stranger).run(await echoCall(key, "held", CANARY), LIMITS), stranger);
    expect(error).toMatchObject({
      code: "REDIS_REFUSED",
      redisCode: "WRONGPASS",
      httpStatus: seesStatus ? 401 : undefined,
    });
    expect(await witnessed(gateway, key)).toEqual([]);
  });

  it.each(["NOPERM", "NOAUTH", "OOM", "MOVED", "MISCONF"])("%s is a refusal, and is not repeated", async (word) => {
    await saying(`${word} not for you, ${gateway.token}`);
    const error = await failure(port.run(await echoCall(uniqueName(), "held", CANARY), LIMITS), gateway);
    expect(error).toMatchObject({ code: "REDIS_REFUSED", redisCode: word, httpStatus: seesStatus ? 400 : undefined });
    expect(await faultsMet(gateway)).toBe(1);
  });

  it("a quota is a refusal, without characters that a terminal would interpret", async () => {
    await saying("ERR max requests limit exceeded \u001b[2J\u202e");
    const error = await failure(port.run(await echoCall(uniqueName(), "held"), LIMITS), gateway);
    const message = "Redis refused: ERR max requests limit exceeded \\u001b[2J\\u202e";
    expect(error).toMatchObject({ code: "REDIS_REFUSED", redisCode: "ERR", message });
  });

  it.each(["LOADING", "BUSY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "READONLY", "NOREPLICAS"])(
    "%s is temporary: nothing was done",
    async (word) => {
      await saying(`${word} not now`);
      const error = await failure(port.run(await echoCall(uniqueName(), "held"), LIMITS), gateway);
      expect(error).toMatchObject({ code: "REDIS_UNREACHABLE" });
    },
  );

  it("a key that holds something else is NOT_A_LOCK, with its name", async () => {
    const key = uniqueName();
    await command(gateway, "SET", key, "text");
    const ofText = await failure(port.run(acquireCall(holdOf(key), true), LIMITS), gateway);
    expect(ofText).toMatchObject({ code: "NOT_A_LOCK", key });
    const byPlace = await failure(port.run(await refusingCall("first", "second"), LIMITS), gateway);
    expect(byPlace).toMatchObject({ code: "NOT_A_LOCK", key: "second" });
    const wrongType = { ...(await echoCall(uniqueName(), "held")), keys: [uniqueName()] };
    await command(gateway, "HSET", wrongType.keys[0] ?? "", "field", "1");
    expect(await failure(port.run(wrongType, LIMITS), gateway)).toMatchObject({ code: "NOT_A_LOCK" });
    const noLock = await failure(port.run({ ...wrongType, isNoLocks: true }, LIMITS), gateway);
    expect(noLock).toMatchObject({ code: "REDIS_REFUSED", redisCode: "WRONGTYPE" });
  });
}
