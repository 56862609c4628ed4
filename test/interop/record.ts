// Runs a sequence, and writes down what is in Redis and what was published after each step.
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@redis/client";
import type { Gateway } from "../../scripts/gateway/index.ts";
import { isLockError } from "../../src/index.ts";
import { queueKey } from "../../src/names.ts";
import { eventually } from "../support/eventually.ts";
import { passTime } from "../support/pass-time.ts";
import { command } from "../support/rest.ts";
import type { Actor } from "./actor.ts";
import { JavaError } from "./jvm.ts";
import { isFair, type Kind } from "./kinds.ts";
import { type Snapshot, snapshot } from "./snapshot.ts";
import type { Done, Sequence, Step, Who } from "./steps.ts";

export interface RecordedStep {
  readonly step: Step;
  readonly answer: unknown;
  readonly keys: Snapshot;
  /** Channel and payload. */
  readonly messages: readonly (readonly [string, string])[];
}

const MARKER = "after-a-step";

/** Two services of two threads each. */
export type Cast = Readonly<Record<Who, Actor>>;

// Until one that is in no queue waits.
const BEGINS_MS = 200;
const LET_IN_MS = 10_000;

/** The Redis of this gateway is the sequence's own. */
export async function record(gateway: Gateway, sequence: Sequence, cast: Cast): Promise<RecordedStep[]> {
  await command(gateway, "FLUSHALL");
  const heard: [string, string][] = [];
  const listener = createClient({ url: gateway.redisUrl });
  await listener.connect();
  let onMarker = (): void => {};
  await listener.pSubscribe("*", (message, channel) => {
    if (channel === MARKER) onMarker();
    else heard.push([channel, message]);
  });
  try {
    const recorded: RecordedStep[] = [];
    const latches = new Numbering();
    const performance = new Performance(gateway, sequence, cast);
    // Later some may be busy.
    await namesOfOwners(cast);
    for (const step of sequence.steps) {
      const answer = await performance.take(step);
      // What was published before this marker has been heard when it is.
      const marked = new Promise<void>((resolve) => {
        onMarker = resolve;
      });
      await command(gateway, "PUBLISH", MARKER, "");
      await marked;
      const owners = await namesOfOwners(cast);
      const known = (text: string): string => latches.applied(owners(text));
      const messages = heard.splice(0).map(([channel, message]) => [owners(channel), message] as const);
      recorded.push({ step, answer, keys: await snapshot(gateway, known), messages });
    }
    return recorded;
  } finally {
    await listener.close();
  }
}

class Performance {
  readonly #gateway: Gateway;
  readonly #sequence: Sequence;
  readonly #cast: Cast;
  /** Who waits, or has waited: whether it has got the lock. */
  readonly #waiting = new Map<Who, Promise<boolean>>();

  constructor(gateway: Gateway, sequence: Sequence, cast: Cast) {
    this.#gateway = gateway;
    this.#sequence = sequence;
    this.#cast = cast;
  }

  /** Resolves to the answer. */
  async take(step: Step): Promise<unknown> {
    if ("pass" in step) return passTime(this.#gateway, step.pass);
    if ("wait" in step) return sleep(step.wait);
    if (step.do === "endWaiting") return this.#waiting.get(step.by);
    if (step.do === "startWaiting") return this.#startWaiting(step);
    const answer = await this.#asked(step).catch(alreadyHeld);
    if (step.letsIn !== undefined) {
      const late = sleep(LET_IN_MS, "not yet");
      const got = await Promise.race([this.#waiting.get(step.letsIn), late]);
      if (got !== true) throw new Error(`${this.#sequence.title}: ${step.letsIn} was not let in: ${got}`);
    }
    return answer;
  }

  async #asked(step: Done): Promise<unknown> {
    const { name } = this.#sequence;
    const actor = this.#actor(step);
    const times = step.leaseMs === undefined ? {} : { leaseMs: step.leaseMs };
    if (step.do === "lock") return actor.lock(name, times);
    if (step.do === "tryLock") return actor.tryLock(name, times);
    if (step.do === "unlock") return actor.unlock(name);
    if (step.do === "forceUnlock") return actor.forceUnlock(name);
    return { locked: await actor.isLocked(name), holds: await actor.holdCount(name) };
  }

  async #startWaiting({ by, do: _, of, ...times }: Extract<Step, { do: "startWaiting" }>): Promise<void> {
    const { name, kind } = this.#sequence;
    const before = await this.#queue();
    const waiting = this.#actor({ by, of }).waitFor(name, times);
    this.#waiting.set(by, waiting);
    // Whoever awaits it is told.
    waiting.catch(() => {});
    if (!isFair(kind)) return sleep(BEGINS_MS);
    await eventually(async () => {
      const [last, ...more] = (await this.#queue()).slice(before.length);
      return last !== undefined && more.length === 0 && (await this.#cast[by].owners()).includes(last);
    });
  }

  #actor({ by, of }: { readonly by: Who; readonly of?: Kind | undefined }): Actor {
    return of === undefined ? this.#cast[by] : this.#cast[by].with(of);
  }

  #queue(): Promise<string[]> {
    return command(this.#gateway, "LRANGE", queueKey(this.#sequence.name), 0, -1);
  }
}

function alreadyHeld(error: unknown): "already held" | "reads" {
  if (isLockError(error) && error.code === "ALREADY_HELD") return "already held";
  if (isLockError(error) && error.code === "UPGRADE_REFUSED") return "reads";
  if (error instanceof JavaError && error.exception === "IllegalMonitorStateException") return "already held";
  throw error;
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
