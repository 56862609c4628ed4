// Answers that only a port over HTTP meets: those that something between sends, with a status, a type and a body.
import { expect, it } from "vitest";
import type { FaultRule } from "../../../src/tools/gateway/fault-rules.ts";
import { echoCall } from "../../support/echo-script.ts";
import { CANARY, failure, LIMITS, type PortUnderTest } from "../../support/port-under-test.ts";
import { type Endpoint, faultsMet, setFaults } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { executedContract } from "./faults.ts";
import { following } from "./streams.ts";

type Details = Omit<Extract<FaultRule, { fault: "answer" }>, "fault">;

const NO_ANSWERS: readonly [string, Details][] = [
  ["HTML", { status: 200, body: "<html>ok</html>", contentType: "text/html" }],
  ["nothing", { status: 200 }],
  ["a bare number", { status: 200, body: "7" }],
  ["null", { status: 200, body: "null" }],
  ["a list", { status: 200, body: "[]" }],
  ["an object of something else", { status: 200, body: '{"ok":true}' }],
  ["half of an object", { status: 200, body: '{"result":["held",' }],
  ["502 with HTML", { status: 502, body: "<html>bad gateway</html>" }],
  ["500 with an error", { status: 500, body: '{"error":"ERR internal"}' }],
  ["500 with a result", { status: 500, body: '{"result":["held"]}' }],
  ["503 of something in between", { status: 503, body: "<html>no healthy upstream</html>" }],
  ["429", { status: 429, body: "slow down" }],
  ["408", { status: 408 }],
  ["400 with HTML", { status: 400, body: "<html>" }],
  ["400 without Redis' words", { status: 400, body: '{"message":"no"}' }],
];

const INSTEAD: readonly [string, FaultRule][] = [
  ["an error page instead of the reply", { fault: "answer", status: 502, body: "<html>", executes: true }],
  ["an error instead of the reply", { fault: "answer", status: 500, body: '{"error":"ERR x"}', executes: true }],
];

/** Tests the answers of HTTP. */
export function restAnswersContract(gateway: Endpoint, under: PortUnderTest): void {
  const port = under.portTo(gateway);

  it.each(NO_ANSWERS)(
    "a reply that is %s leaves the outcome unknown, and is not requested again",
    async (_, details) => {
      await setFaults(gateway, 1, [{ fault: "answer", ...details }]);
      const error = await failure(port.run(await echoCall(uniqueName(), "held", CANARY), LIMITS), gateway);
      // A list is an answer to a pipeline, and this one has no element for the command.
      const isShortList = under.pipelines && details.body === "[]";
      expect(error).toMatchObject({ code: isShortList ? "UNEXPECTED_REPLY" : "OUTCOME_UNKNOWN" });
      expect(await faultsMet(gateway)).toBe(1);
    },
  );

  executedContract(gateway, port, INSTEAD);

  it("a REST server that reports itself that it cannot reach Redis did nothing; without its status the outcome is unknown", async () => {
    await setFaults(gateway, 1, [{ fault: "answer", status: 503, body: '{"error":"ERR no Redis"}', retryAfter: 2 }]);
    const error = await failure(port.run(await echoCall(uniqueName(), "held"), LIMITS), gateway);
    const known = { code: "REDIS_UNREACHABLE", retryAfterMs: 2_000 };
    expect(error).toMatchObject(under.seesStatus ? known : { code: "OUTCOME_UNKNOWN", retryAfterMs: 0 });
  });

  it("an error of Redis with status 200 is a refusal", async () => {
    const body = JSON.stringify(under.pipelines ? [{ error: "ERR no" }] : { error: "ERR no" });
    await setFaults(gateway, 1, [{ fault: "answer", status: 200, body }]);
    const error = await failure(port.run(await echoCall(uniqueName(), "held"), LIMITS), gateway);
    expect(error).toMatchObject({
      code: "REDIS_REFUSED",
      redisCode: "ERR",
      httpStatus: under.seesStatus ? 200 : undefined,
    });
  });

  it("a channel is unsupported when its stream is not there", async () => {
    await setFaults(gateway, 1, [{ fault: "answer", status: 404, body: '{"error":"not found"}' }]);
    expect(await following(port, uniqueName()).end).toBe("unsupported");
  });
}
