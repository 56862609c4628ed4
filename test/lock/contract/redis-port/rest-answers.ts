// Answers that only a port over HTTP meets: those that something between sends, with a status, a type and a body.
import { expect } from "vitest";
import type { FaultRule } from "../../../../src/engine/faults/rules.ts";
import { echoCall } from "../../../../src/engine/port-contract/echo-script.ts";
import { executedContract } from "../../../../src/engine/port-contract/faults.ts";
import { CANARY, LIMITS, type Stage } from "../../../../src/engine/port-contract/stage.ts";
import { Listening } from "../../../../src/engine/prove/streams.ts";

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
export function restAnswersContract(stage: Stage): void {
  const { control, seesStatus } = stage;
  const port = stage.port();

  stage.each(
    NO_ANSWERS,
    "a reply that is %s leaves the outcome unknown, and is not requested again",
    async (_, details) => {
      await control.setFaults({ fault: "answer", ...details });
      const error = await stage.failure(port().run(echoCall(stage.key(), "held", CANARY), LIMITS));
      expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect(await control.faultsMet()).toBe(1);
    },
  );

  executedContract(stage, INSTEAD);

  stage.it("an error of Redis with the status 400 is a refusal", async () => {
    await control.setFaults({ fault: "answer", status: 400, body: '{"error":"NOPERM not for you"}' });
    const error = await stage.failure(port().run(echoCall(stage.key(), "held", CANARY), LIMITS));
    const httpStatus = seesStatus ? 400 : undefined;
    expect(error).toMatchObject({ code: "REDIS_REFUSED", redisCode: "NOPERM", httpStatus });
  });

  stage.it(
    "a REST server that reports itself that it cannot reach Redis did nothing; without its status the outcome is unknown",
    async () => {
      await control.setFaults({ fault: "answer", status: 503, body: '{"error":"ERR no Redis"}', retryAfter: 2 });
      const error = await stage.failure(port().run(echoCall(stage.key(), "held"), LIMITS));
      const known = { code: "REDIS_UNREACHABLE", retryAfterMs: 2_000 };
      expect(error).toMatchObject(seesStatus ? known : { code: "OUTCOME_UNKNOWN", retryAfterMs: 0 });
    },
  );

  stage.it("an error of Redis with status 200 is a refusal", async () => {
    const body = JSON.stringify({ error: "ERR no NOTHING_WRITTEN" });
    await control.setFaults({ fault: "answer", status: 200, body });
    const error = await stage.failure(port().run(echoCall(stage.key(), "held"), LIMITS));
    const httpStatus = seesStatus ? 200 : undefined;
    expect(error).toMatchObject({ code: "REDIS_REFUSED", redisCode: "ERR", httpStatus });
  });

  stage.it("a channel is unsupported when its stream is not there", async () => {
    await control.setFaults({ fault: "answer", status: 404, body: '{"error":"not found"}' });
    expect(await new Listening(port(), stage.key()).end).toBe("unsupported");
  });
}
