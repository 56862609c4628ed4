// How a port runs a script: what it sends, and the reply that it returns.
import { acquireCall, releaseCall } from "../../lock/lua/lock.ts";
import type { ScriptCall } from "../../lock/protocol.ts";
import { isRedisPort } from "../../lock/redis/port.ts";
import { has, same } from "./checks.ts";
import { echoCall } from "./echo-script.ts";
import { holdOf, LIMITS, type Stage } from "./stage.ts";

/** Returns a reply of the echo script without its nonce, and checks that it has one. */
function withoutNonce(reply: unknown): unknown[] {
  const [kind, nonce, ...rest]: unknown[] = Array.isArray(reply) ? reply : [];
  same(typeof nonce, "string", "the nonce of a reply");
  return [kind, ...rest];
}

export function repliesContract(stage: Stage): void {
  const port = stage.port();

  stage.it("a port differs from an endpoint by its members", async () => {
    same(isRedisPort(port()), true, "a port");
    same(isRedisPort(stage.gateway), false, "an endpoint");
  });

  stage.it("a port names its database, and not its token", async () => {
    const { gateway, portTo } = stage;
    same(portTo(gateway).database, port().database, "the database of another port to it");
    same(portTo({ ...gateway, token: "another" }).database === port().database, false, "the same with another token");
    same(port().database.includes(gateway.token), false, "the token in the name of the database");
  });

  stage.it("a reply is decoded by its call", async () => {
    const hold = holdOf(stage.key());
    const granted = await port().run(acquireCall(hold, true), LIMITS);
    if (granted.kind !== "held") throw new Error(`the lock is free, and the reply is ${granted.kind}`);
    has(granted, { holdCount: 1, remainingMs: 60_000 }, "the grant");
    const other = { ...hold, owner: "o:2", holdId: "o:2" };
    has(await port().run(acquireCall(other, true), LIMITS), { kind: "busy" }, "the reply to another owner");
    const ended = await port().run(releaseCall({ ...hold, epoch: granted.epoch }, true), LIMITS);
    same(ended, { kind: "ended", end: "released" }, "the reply to a release");
    const thrown = new RangeError("not this one");
    const refused: ScriptCall<never> = {
      ...echoCall(stage.key(), "counted"),
      decode: () => {
        throw thrown;
      },
    };
    const caught = await port()
      .run(refused, LIMITS)
      .catch((error: unknown) => error);
    same(caught === thrown, true, "whether the error of decode is that of the run");
  });
}

export function sendingContract(stage: Stage): void {
  const port = stage.port();

  stage.it("a script that Redis has forgotten is sent whole, in the same attempt", async () => {
    const key = stage.key();
    const call = echoCall(key, "counted");
    await stage.control.command("SCRIPT", "FLUSH");
    await port().run(call, LIMITS);
    await port().run(call, LIMITS);
    const sent = (await stage.control.witnessed(key)).map(({ command: [word = "", , , , nonce = ""] }) => ({
      word: word.toUpperCase(),
      nonce,
    }));
    same(
      sent.map(({ word }) => word),
      ["EVALSHA", "EVAL", "EVALSHA"],
      "the commands",
    );
    same(sent[1]?.nonce, sent[0]?.nonce, "the nonce of the text");
    same(sent[2]?.nonce === sent[0]?.nonce, false, "the nonce of the first run in the second");
    same(await stage.runsOf(key), "2", "the runs");
  });

  const { pipelines } = stage;
  stage.it(`runs that start at once ${pipelines ? "share a request" : "are separate requests"}`, async () => {
    const calls = [stage.key(), stage.key(), stage.key()].map((key) => echoCall(key, "counted"));
    await port().run(echoCall(stage.key(), "counted"), LIMITS);
    await stage.control.setFaults({ fault: "delay", delayMs: 0 });
    const replies = await Promise.all(calls.map((call) => port().run(call, LIMITS)));
    same(
      replies.map(withoutNonce),
      calls.map(() => ["counted", 1]),
      "the replies",
    );
    same(await stage.control.faultsMet(), pipelines ? 1 : 3, "the requests");
  });
}
