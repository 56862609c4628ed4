// Replies that belong to another attempt, or to another call.
import { nowMs } from "../../base/clock.ts";
import { acquireCall } from "../../lock/lua/lock.ts";
import { Tries } from "../../lock/protocol.ts";
import { runUntilAnswered } from "../../lock/retry.ts";
import { has, same, within } from "./checks.ts";
import { echoCall } from "./echo-script.ts";
import { holdOf, LIMITS, type Stage } from "./stage.ts";

export function attemptsContract(stage: Stage): void {
  const port = stage.port();
  stage.describe("a replayed reply", () => replayedContract(stage));

  stage.it("replies that were swapped between two runs are accepted by neither", async () => {
    const calls = [echoCall(stage.key(), "held"), echoCall(stage.key(), "held")];
    await port().run(echoCall(stage.key(), "held"), LIMITS);
    await stage.control.setFaults({ fault: "swap-replies", delayMs: 3_000 });
    // Each has a port of its own, since runs of one port may share a request.
    const runs = calls.map((call) => stage.failure(stage.portTo(stage.gateway).run(call, LIMITS)));
    for (const error of await Promise.all(runs)) has(error, { code: "UNEXPECTED_REPLY" }, "the error");
  });

  stage.it("attempts of one call take the lock once, whatever happens to their replies", async () => {
    const key = stage.key();
    await port().run(acquireCall(holdOf(stage.key()), true), LIMITS);
    await stage.control.setFaults({ fault: "drop-reply", request: 1 }, { fault: "cut-body", request: 2, atByte: 9 });
    const limits = { timeoutMs: 2_000, budgetMs: 10_000, subject: { act: "acquire", name: key } };
    const { reply, tries } = await runUntilAnswered(port(), acquireCall(holdOf(key), true), limits);
    has(reply, { kind: "held", holdCount: 1 }, "the reply");
    same(tries, 3, "the attempts");
  });
}

function replayedContract(stage: Stage): void {
  const port = stage.port();

  stage.it("of another call is refused", async () => {
    const call = echoCall(stage.key(), "held", "hold");
    await port().run(call, LIMITS);
    await port().run(call, LIMITS);
    await stage.control.setFaults({ fault: "replay-reply" });
    has(await stage.failure(port().run(call, LIMITS)), { code: "UNEXPECTED_REPLY" }, "the error");
  });

  stage.it("of an earlier attempt of the same call counts from that attempt, where it is equivalent", async () => {
    const call = echoCall(stage.key(), "held", "hold");
    const tries = new Tries();
    await port().run(echoCall(stage.key(), "counted"), LIMITS);
    const start = nowMs();
    await port().run(call, { ...LIMITS, tries });
    const firstAt = tries.answeredAt;
    within(firstAt, start, Number.POSITIVE_INFINITY, "the time from which the reply counts");
    await stage.control.setFaults({ fault: "replay-reply" });
    const reply = await port().run(call, { ...LIMITS, tries });
    same(Object(reply)[2], 1, "the runs in the reply");
    same(tries.answeredAt, firstAt, "the time from which the replayed reply counts");
  });

  stage.it("of an earlier attempt is refused where it was only true once", async () => {
    const call = echoCall(stage.key(), "counted", "hold");
    const tries = new Tries();
    await port().run(echoCall(stage.key(), "counted"), LIMITS);
    await port().run(call, { ...LIMITS, tries });
    await stage.control.setFaults({ fault: "replay-reply" });
    const error = await stage.failure(port().run(call, { ...LIMITS, tries }));
    has(error, { code: "UNEXPECTED_REPLY" }, "the error");
  });
}
