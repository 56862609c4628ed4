// A port whose reply does not come, comes late, or is invalid: the run rejects, and the port never sends it again.
import { nowMs } from "../../base/clock.ts";
import { eventually, has, pause, same, within } from "./checks.ts";
import { echoCall } from "./echo-script.ts";
import { CANARY, LIMITS, type Stage } from "./stage.ts";

const NO_REPLIES: readonly [string, unknown][] = [
  ["nil", null],
  ["OK", "OK"],
  ["a number", 1],
  ["an empty list", []],
  ["another try's grant", ["held", "o:2", 1, 1_000, ""]],
  ["a list in a list", [["held", "o:2", 1, 1_000, ""]]],
];

const EXECUTED: readonly [string, object][] = [
  ["a reply that is lost", { fault: "drop-reply" }],
  ["a reply cut at its first byte", { fault: "cut-body", atByte: 0 }],
  ["a reply cut in the middle", { fault: "cut-body", atByte: 12 }],
];

const LATE: readonly [string, object][] = [
  ["a reply that is late", { fault: "delay", replyDelayMs: 800 }],
  ["a reply that never comes", { fault: "hold-back", reply: true }],
  ["a reply that stalls", { fault: "stall-body", atByte: 12 }],
];

const ABORTED: readonly [string, unknown, object][] = [
  ["a text, before the script runs", "enough", { fault: "hold-back", reply: false }],
  ["an error, before the answer", new RangeError("enough"), { fault: "hold-back", reply: true }],
  ["nothing, in the middle of the answer", undefined, { fault: "stall-body", atByte: 12 }],
];

export function faultsContract(stage: Stage): void {
  const { control } = stage;
  const port = stage.port();

  stage.each(NO_REPLIES, "a reply that is %s is refused as one that no script gives", async (_, result) => {
    await control.setFaults({ fault: "reply", result });
    const error = await stage.failure(port().run(echoCall(stage.key(), "held", CANARY), LIMITS));
    has(error, { code: "UNEXPECTED_REPLY" }, "the error");
    same(await control.faultsMet(), 1, "the requests");
  });

  executedContract(stage, EXECUTED);

  stage.it("a request that is lost is not sent again", async () => {
    const key = stage.key();
    await control.setFaults({ fault: "drop-before" });
    const error = await stage.failure(port().run(echoCall(key, "held", CANARY), LIMITS));
    has(error, { code: "OUTCOME_UNKNOWN" }, "the error");
    same(await control.faultsMet(), 1, "the requests");
    same(await control.witnessed(key), [], "the commands");
  });

  stage.it("a server that is not there was not reached, so that nothing was done", async () => {
    const run = stage.portTo(stage.nowhere).run(echoCall(stage.key(), "held", CANARY), LIMITS);
    has(await stage.failure(run, stage.nowhere), { code: "REDIS_UNREACHABLE" }, "the error");
  });
}

/** Tests faults after the script has run. */
export function executedContract(stage: Stage, rules: readonly (readonly [title: string, rule: object])[]): void {
  const port = stage.port();
  stage.each(rules, "%s leaves the outcome unknown, and the script runs once", async (_, rule) => {
    const key = stage.key();
    await port().run(echoCall(stage.key(), "held"), LIMITS);
    await stage.control.setFaults(rule);
    const error = await stage.failure(port().run(echoCall(key, "held", CANARY), LIMITS));
    has(error, { code: "OUTCOME_UNKNOWN" }, "the error");
    same(await stage.control.faultsMet(), 1, "the requests");
    same((await stage.control.witnessed(key)).length, 1, "the number of commands");
  });
}

export function deadlinesContract(stage: Stage): void {
  const { control } = stage;
  const port = stage.port();

  stage.each(LATE, "%s is not waited for beyond the deadline, nor requested again", async (_, rule) => {
    const key = stage.key();
    await port().run(echoCall(stage.key(), "held"), LIMITS);
    await control.setFaults(rule);
    const start = nowMs();
    const error = await stage.failure(port().run(echoCall(key, "held", CANARY), { timeoutMs: 200 }));
    within(nowMs() - start, 199, 750, "the time of the run, ms");
    has(error, { code: "OUTCOME_UNKNOWN", message: "no answer within 200 ms" }, "the error");
    await pause(300);
    same(await control.faultsMet(), 1, "the requests");
    await control.clearFaults();
    await eventually(async () => (await stage.runsOf(key)) === "1", "the script has run once");
  });

  stage.it("one deadline covers a script that is sent whole, too", async () => {
    const call = echoCall(stage.key(), "held");
    await control.command("SCRIPT", "FLUSH");
    await control.setFaults(
      { fault: "delay", command: "EVALSHA", replyDelayMs: 300 },
      { fault: "hold-back", command: "EVAL", reply: true },
    );
    const start = nowMs();
    has(await stage.failure(port().run(call, { timeoutMs: 600 })), { code: "OUTCOME_UNKNOWN" }, "the error");
    within(nowMs() - start, 0, 850, "the time of the run, ms");
    same(await control.faultsMet(), 2, "the requests");
  });
}

export function abortsContract(stage: Stage): void {
  const { control } = stage;
  const port = stage.port();

  stage.it("before the run sends nothing", async () => {
    await control.setFaults({ fault: "delay", delayMs: 0 });
    const limits = { ...LIMITS, signal: AbortSignal.abort("enough") };
    const error = await stage.failure(port().run(echoCall(stage.key(), "held", CANARY), limits));
    has(error, { code: "ABORTED", cause: "enough" }, "the error");
    same(await control.faultsMet(), 0, "the requests");
  });

  stage.each(ABORTED, "with %s is an abort and never a reply", async (_, reason, rule) => {
    const key = stage.key();
    await port().run(echoCall(stage.key(), "held"), LIMITS);
    await control.setFaults(rule);
    const stop = new AbortController();
    const limits = { ...LIMITS, signal: stop.signal };
    const failed = stage.failure(port().run(echoCall(key, "held", CANARY), limits));
    await eventually(async () => (await control.faultsMet()) === 1, "the request has arrived");
    stop.abort(reason);
    const abortedAt = nowMs();
    const error = await failed;
    within(nowMs() - abortedAt, 0, 500, "the time from the abort to the error, ms");
    has(error, { code: "ABORTED" }, "the error");
    same(Object(error).cause === stop.signal.reason, true, "whether the cause is the reason");
    await pause(200);
    same(await control.faultsMet(), 1, "the requests");
    await control.clearFaults();
    await eventually(async () => (await stage.runsOf(key)) === "1", "the script has run once");
  });
}
