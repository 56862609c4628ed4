// Runs a sequence, and records the state of Redis and the messages after each step.
import { setTimeout as sleep } from "node:timers/promises";
import { isLockError } from "../../../src/index.ts";
import { permitLeasesKey, queueKey } from "../../../src/lock/keys.ts";
import type { Gateway } from "../../../src/tools/gateway/gateway.ts";
import { quietClient } from "../../../src/tools/gateway/redis-link.ts";
import { eventually } from "../../support/eventually.ts";
import { passTime } from "../../support/pass-time.ts";
import { command } from "../../support/rest.ts";
import type { Actor } from "./actor.ts";
import { type AskedArgs, answerOf } from "./counters.ts";
import { JavaError } from "./jvm.ts";
import { isCounter, isFair, type Kind } from "./kinds.ts";
import { type Snapshot, snapshot } from "./snapshot.ts";
import type { Counted, Done, Sequence, Step, Who } from "./steps.ts";

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

// Until a waiter without a queue waits.
const BEGINS_MS = 200;
const LET_IN_MS = 10_000;
const LATE = "not yet";

// Advances the leases of permits, which are not TTLs.
const PASS_LEASES = `for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, '(922337203685477', 'BYSCORE')) do
  redis.call('ZINCRBY', KEYS[1], -ARGV[1], id)
end`;

/** The Redis of this gateway belongs to the sequence. */
export async function record(gateway: Gateway, sequence: Sequence, cast: Cast): Promise<RecordedStep[]> {
  await command(gateway, "FLUSHALL");
  const heard: [string, string][] = [];
  const listener = quietClient.duplicate({ url: gateway.redisUrl });
  await listener.connect();
  let onMarker = (): void => {};
  await listener.pSubscribe("*", (message, channel) => {
    if (channel === MARKER) onMarker();
    // Messages to holders of ours, on channels that Redisson does not have.
    else if (!channel.startsWith("leasehound")) heard.push([channel, message]);
  });
  try {
    const recorded: RecordedStep[] = [];
    const latches = new Numbering(/(?<=^redisson_unlock_latch:.*:)[0-9a-f]{32}$/gs, "");
    const permits = new Numbering(/\b[0-9a-f]{32}\b/g, "permit ");
    const performance = new Performance(gateway, sequence, cast, permits);
    // Later some may be busy.
    await namesOfOwners(cast);
    for (const step of sequence.steps) {
      const answer = await performance.take(step);
      // Everything that was published before this marker arrives before it.
      const marked = new Promise<void>((resolve) => {
        onMarker = resolve;
      });
      await command(gateway, "PUBLISH", MARKER, "");
      await marked;
      const owners = await namesOfOwners(cast);
      // Ours also remembers refusals, by ids of permits that were not granted.
      const known = (text: string): string =>
        text.startsWith("leasehound") ? owners(text) : permits.applied(latches.applied(owners(text)));
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
  readonly #permits: Numbering;
  /** Current and past waiters, with their outcome or reply. */
  readonly #waiting = new Map<Who, Promise<unknown>>();

  constructor(gateway: Gateway, sequence: Sequence, cast: Cast, permits: Numbering) {
    this.#gateway = gateway;
    this.#sequence = sequence;
    this.#cast = cast;
    this.#permits = permits;
  }

  /** Resolves to the reply. */
  async take(step: Step): Promise<unknown> {
    if ("pass" in step) return this.#pass(step.pass);
    if ("wait" in step) return sleep(step.wait);
    if ("redis" in step) return void (await command(this.#gateway, ...step.redis));
    if ("call" in step) return this.#count(step);
    if (step.do === "endWaiting") return this.#waiting.get(step.by);
    if (step.do === "startWaiting") return this.#startWaiting(step);
    const answer = await this.#asked(step).catch(alreadyHeld);
    await this.#letIn(step.letsIn);
    return answer;
  }

  async #letIn(waiter: Who | undefined): Promise<void> {
    if (waiter === undefined) return;
    const got = await Promise.race([this.#waiting.get(waiter), sleep(LET_IN_MS, LATE)]);
    if (got === false || got === null || got === LATE) {
      throw new Error(`${this.#sequence.title}: ${waiter} was not let in: ${got}`);
    }
  }

  async #pass(ms: number): Promise<void> {
    await passTime(this.#gateway, ms);
    if (this.#sequence.kind !== "permitExpirableSemaphore") return;
    await command(this.#gateway, "EVAL", PASS_LEASES, 1, permitLeasesKey(this.#sequence.name), ms);
  }

  async #count({ by, call, begins, letsIn, ids = [], ...numbers }: Counted): Promise<unknown> {
    const { kind, name } = this.#sequence;
    if (!isCounter(kind)) throw new Error(`a ${kind} counts nothing`);
    const permitIds = ids.map((nth) => this.#permits.nth(nth));
    const args: AskedArgs = permitIds.length === 0 ? numbers : { ...numbers, permitId: permitIds[0], permitIds };
    const answer = answerOf(this.#cast[by].ask(kind, name, call, args)).then((value) => this.#permits.appliedTo(value));
    if (begins) {
      this.#waiting.set(by, answer);
      answer.catch(() => {});
      return sleep(BEGINS_MS);
    }
    const answered = await answer;
    await this.#letIn(letsIn);
    return answered;
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
    // Handled here, because the step that awaits it may come later.
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

/** Replaces random names by the order of their first appearance. */
class Numbering {
  readonly #seen: string[] = [];
  readonly #ids: RegExp;
  readonly #word: string;

  constructor(ids: RegExp, word: string) {
    this.#ids = ids;
    this.#word = word;
  }

  applied(text: string): string {
    return text.replace(this.#ids, (id) => {
      if (!this.#seen.includes(id)) this.#seen.push(id);
      return `${this.#word}${this.#seen.indexOf(id) + 1}`;
    });
  }

  appliedTo(value: unknown): unknown {
    return value === undefined ? undefined : JSON.parse(this.applied(JSON.stringify(value)));
  }

  /** From 1. */
  nth(nth: number): string {
    const id = this.#seen[nth - 1];
    if (id === undefined) throw new Error(`there is no permit ${nth} yet`);
    return id;
  }
}

async function namesOfOwners(cast: Cast): Promise<(text: string) => string> {
  const names = await Promise.all(
    Object.entries(cast).map(async ([by, actor]) => (await actor.owners()).map((owner) => [owner, by] as const)),
  );
  return (text) => names.flat().reduce((known, [owner, by]) => known.replaceAll(owner, by), text);
}
