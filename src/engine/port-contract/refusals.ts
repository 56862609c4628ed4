// How a port reports Redis' own errors: each says for certain that the script was not carried out.
import { has, same } from "./checks.ts";
import { echoCall } from "./echo-script.ts";
import { CANARY, LIMITS, type Stage } from "./stage.ts";

const REFUSALS: readonly [string][] = [["NOPERM"], ["NOAUTH"], ["MOVED"]];
// A refusal in the middle of a script, and a text that no Redis is known to say before a script starts.
const UNCERTAIN: readonly [string][] = [["NOPERM not for you SOMETHING_WRITTEN"], ["ERR of another time"]];
const TEMPORARY: readonly [string][] = [
  ["LOADING"],
  ["BUSY"],
  ["MASTERDOWN"],
  ["CLUSTERDOWN"],
  ["TRYAGAIN"],
  ["READONLY"],
  ["NOREPLICAS"],
  ["MISCONF"],
  ["OOM"],
];

export function refusalsContract(stage: Stage): void {
  const { control, seesStatus } = stage;
  const port = stage.port();
  const httpStatus = seesStatus ? 400 : undefined;

  stage.it("a wrong token is refused, with the word of Redis, and nothing runs", async () => {
    const key = stage.key();
    const stranger = { ...stage.gateway, token: "canary-5ecret" };
    const error = await stage.failure(stage.portTo(stranger).run(echoCall(key, "held", CANARY), LIMITS), stranger);
    const refused = { code: "REDIS_REFUSED", redisCode: "WRONGPASS", httpStatus: seesStatus ? 401 : undefined };
    has(error, refused, "the error");
    same(await control.witnessed(key), [], "the commands");
  });

  stage.each(REFUSALS, "%s is a refusal, and is not repeated", async (word) => {
    await control.setFaults({ fault: "reply", error: `${word} not for you, ${stage.gateway.token}` });
    const error = await stage.failure(port().run(echoCall(stage.key(), "held", CANARY), LIMITS));
    has(error, { code: "REDIS_REFUSED", redisCode: word, httpStatus }, "the error");
    same(await control.faultsMet(), 1, "the requests");
  });

  stage.it("a quota is a refusal, without characters that a terminal would interpret", async () => {
    await control.setFaults({ fault: "reply", error: "ERR max requests limit exceeded \u001b[2J\u202e" });
    const error = await stage.failure(port().run(echoCall(stage.key(), "held"), LIMITS));
    const message = "Redis refused: ERR max requests limit exceeded \\u001b[2J\\u202e";
    has(error, { code: "REDIS_REFUSED", redisCode: "ERR", message }, "the error");
  });

  stage.each(TEMPORARY, "%s is temporary: nothing was done", async (word) => {
    await control.setFaults({ fault: "reply", error: `${word} not now` });
    const error = await stage.failure(port().run(echoCall(stage.key(), "held"), LIMITS));
    has(error, { code: "REDIS_UNREACHABLE", redisCode: word }, "the error");
  });

  stage.each(UNCERTAIN, "an error %j leaves open what the script did", async (error) => {
    await control.setFaults({ fault: "reply", error });
    has(
      await stage.failure(port().run(echoCall(stage.key(), "held"), LIMITS)),
      { code: "OUTCOME_UNKNOWN" },
      "the error",
    );
  });
}
