// Runs a sequence, and writes down what is in Redis and what was published after each step.
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@redis/client";
import type { Gateway } from "../../scripts/gateway/index.ts";
import { eventually } from "../support/eventually.ts";
import { passTime } from "../support/pass-time.ts";
import { command } from "../support/rest.ts";
import type { Actor } from "./actor.ts";
import type { Sequence, Step } from "./sequences.ts";
import { type Snapshot, snapshot } from "./snapshot.ts";

export interface RecordedStep {
  readonly step: Step;
  readonly answer: unknown;
  readonly keys: Snapshot;
  /** Channel and payload. */
  readonly messages: readonly (readonly [string, string])[];
}

const MARKER = "after-a-step";

/** Two services, of which one has two threads. */
export type Cast = Readonly<Record<"A1" | "A2" | "B1", Actor>>;

/** The Redis of this gateway is the sequence's own. */
export async function record(gateway: Gateway, { name, steps }: Sequence, cast: Cast): Promise<RecordedStep[]> {
  await command(gateway, "FLUSHALL");
  const heard: [string, string][] = [];
  const listener = createClient({ url: gateway.redisUrl });
  await listener.connect();
  await listener.pSubscribe("*", (message, channel) => heard.push([channel, message]));
  try {
    const recorded: RecordedStep[] = [];
    const latches = new Numbering();
    for (const [at, step] of steps.entries()) {
      const answer = await take(step, name, cast, gateway);
      // What was published before this marker has been heard when it is.
      const marker = String(at);
      await command(gateway, "PUBLISH", MARKER, marker);
      await eventually(() => heard.some(([channel, message]) => channel === MARKER && message === marker));
      const owners = await namesOfOwners(cast);
      const known = (text: string): string => latches.applied(owners(text));
      const messages = heard.splice(0).filter(([channel]) => channel !== MARKER);
      recorded.push({ step, answer, keys: await snapshot(gateway, known), messages });
    }
    return recorded;
  } finally {
    await listener.close();
  }
}

async function take(step: Step, name: string, cast: Cast, gateway: Gateway): Promise<unknown> {
  if ("pass" in step) return passTime(gateway, step.pass);
  if ("wait" in step) return sleep(step.wait);
  const actor = cast[step.by];
  const times = step.leaseMs === undefined ? {} : { leaseMs: step.leaseMs };
  if (step.do === "lock") return actor.lock(name, times);
  if (step.do === "tryLock") return actor.tryLock(name, times);
  if (step.do === "unlock") return actor.unlock(name);
  if (step.do === "forceUnlock") return actor.forceUnlock(name);
  return { locked: await actor.isLocked(name), holds: await actor.holdCount(name) };
}

/** Redisson's latches are named by random: here by the order in which they were seen. */
class Numbering {
  readonly #seen: string[] = [];

  applied(text: string): string {
    return text.replace(/(?<=^redisson_unlock_latch:.*:)[0-9a-f]{32}$/s, (id) => {
      if (!this.#seen.includes(id)) this.#seen.push(id);
      return String(this.#seen.indexOf(id) + 1);
    });
  }
}

async function namesOfOwners(cast: Cast): Promise<(text: string) => string> {
  const names = await Promise.all(
    Object.entries(cast).map(async ([by, actor]) => (await actor.owners()).map((owner) => [owner, by] as const)),
  );
  return (text) => names.flat().reduce((known, [owner, by]) => known.replaceAll(owner, by), text);
}
