// The requests of a light lock: one command each, or a script where the server lacks the command. All of them compare
// the whole value, so that none of them touches anything foreign, however late it arrives.
import { nowMs } from "../../base/clock.ts";
import { NotALockError, UnexpectedReplyError } from "../../base/errors.ts";
import { lightRelease, lightRenew } from "../lua/generated.ts";
import type { LuaScript, RunLimits } from "../protocol.ts";
import type { CommandSender } from "../redis/command-sender.ts";
import { type Answer, refusal } from "../redis/script-port.ts";
import { lightHolder } from "./value.ts";

/** A request, which may be repeated until it is answered. */
export type Request<Reply> = (commands: CommandSender, limits: RunLimits) => Promise<Reply>;

// A server that says so did nothing, and would say it again.
const LACKING = /unknown command|syntax error|not available|NOPERM/i;
// By command and database: those that this isolate has found lacking.
const lacking = new Set<string>();

/** Takes the lock, if it is free. Replies whether it did. Repeated, it may find its own value: see `holds`. */
export function acquire(key: string, value: string, leaseMs: number): Request<boolean> {
  return async (commands, limits) =>
    isDone(resultOf(await commands.send(["SET", key, value, "NX", "PX", `${leaseMs}`], limits), commands, key));
}

/** Replies the stored value; null: the lock is free. Throws NOT_A_LOCK for anything that is no light lock's. */
export function read(key: string): Request<string | null> {
  return async (commands, limits) => {
    const value = resultOf(await commands.send(["GET", key], limits), commands, key);
    if (value === null) return null;
    if (typeof value !== "string") throw unexpected();
    if (lightHolder(value) === undefined) throw new NotALockError(key);
    return value;
  };
}

/** Replies whether a read shows this value. A replica that is behind may not: `renew` tells for certain. */
export function shows(key: string, value: string): Request<boolean> {
  return async (commands, limits) => {
    const answer = await commands.send(["GET", key], limits);
    return "result" in answer && answer.result === value;
  };
}

/** Sets the lease to its full length, if the lock still has this value. Replies whether it did. */
export function renew(key: string, value: string, leaseMs: number): Request<boolean> {
  const ms = `${leaseMs}`;
  return compared(["SET", key, value, "IFEQ", value, "PX", ms], lightRenew, [value, ms]);
}

/** Frees the lock, if it still has this value. Replies whether it did. */
export function release(key: string, value: string): Request<boolean> {
  return compared(["DELEX", key, "IFEQ", value], lightRelease, [value]);
}

function compared(
  command: readonly [name: string, key: string, ...words: string[]],
  script: LuaScript,
  args: readonly string[],
): Request<boolean> {
  const [name, key] = command;
  return async (commands, limits) => {
    const deadline = nowMs() + limits.timeoutMs;
    const feature = `${name} ${commands.database}`;
    let answer: Answer = { error: "" };
    if (!lacking.has(feature)) {
      answer = await commands.send(command, limits);
      if ("error" in answer && LACKING.test(answer.error)) lacking.add(feature);
    }
    const run = (...words: readonly string[]): Promise<Answer> =>
      commands.send([...words, "1", key, ...args], { ...limits, timeoutMs: Math.max(1, deadline - nowMs()) });
    // A full Redis refuses SET, but not the script, which needs no memory.
    if (lacking.has(feature) || ("error" in answer && answer.error.startsWith("OOM"))) {
      answer = await run("EVALSHA", script.sha1);
      if ("error" in answer && answer.error.includes("NOSCRIPT")) answer = await run("EVAL", script.source);
    }
    return !isOfAnotherType(answer) && isDone(resultOf(answer, commands, key));
  };
}

/** The key holds another type, so it does not have the value of a hold. */
function isOfAnotherType(answer: Answer): boolean {
  return "error" in answer && answer.error.startsWith("WRONGTYPE");
}

function resultOf(answer: Answer, { secrets }: CommandSender, key: string): unknown {
  // It brought its script, or needs none: this answers another request.
  if ("error" in answer && answer.error.includes("NOSCRIPT")) throw unexpected();
  if ("error" in answer) throw refusal(answer, secrets, { keys: [key] });
  return answer.result;
}

/** Reads the reply to a conditional command, or to its script. */
function isDone(result: unknown): boolean {
  if (result === "OK" || result === 1) return true;
  if (result === null || result === 0) return false;
  throw unexpected();
}

function unexpected(): UnexpectedReplyError {
  return new UnexpectedReplyError("Redis returned an unexpected reply to a light lock's command");
}
