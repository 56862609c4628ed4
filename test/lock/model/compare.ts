// Replays a walk of the model on the real scripts. A difference is reported with the steps that led to it.
import { releaseChannel, tokenKey } from "../../../src/lock/keys.ts";
import type { Metric } from "../../together/soak/checker/findings.ts";
import type { End } from "./ends.ts";
import { hearing, type Model, type Walked } from "./harness.ts";
import type { Violation } from "./judge.ts";
import { keysOf } from "./keys-of.ts";
import { type Faults, noFaults } from "./metrics.ts";
import { type Connection, endText, keptText, ownerId, pageText, RENEWALS, RealLock } from "./real.ts";
import { type Redis, type Reply, remaining } from "./redis.ts";
import type { Scenario } from "./scenario.ts";
import { describe } from "./story.ts";
import type { Tokens } from "./tokens.ts";
import { randomFrom, randomScenario, type WalkStep, walk } from "./walk.ts";

// More than any walk has.
const MAX_STEPS = 300;
// More than a lease, plus the lock's remaining lease at a re-entry, plus the life of a record beyond that.
const LAST_TICKS = 16;

/** A walk of one lock. */
interface LockWalk extends Walked {
  readonly key: string;
  /** Messages on the release channel, as the model counts them. */
  readonly messages: number;
  /** The scenario, and a line per step. */
  readonly story: readonly string[];
}

const METRIC_OF: Readonly<Record<Violation, Metric>> = {
  "granted-after-end": "M6",
  "second-life": "M6",
  "counted-twice": "M6",
  "foreign-end": "M5",
  "left-behind": "M12",
  "false-yes": "M12",
  "false-no": "M12",
  "answer-changed": "M12",
  "wrong-count": "M6",
  "two-owners": "M1",
  "false-belief": "M11",
  "two-believers": "M1",
  "left-by-done": "M12",
  "freed-again": "M5",
  untold: "M7",
  "told-in-vain": "M12",
};

export const plainLock: Model = {
  name: "lock",
  metrics: ["M1", "M5", "M6", "M7", "M11", "M12", "M13"],
  // No walk may last as long as a tick.
  together: 40,
  async on(redis) {
    const connection = await redis.connect();
    const heard = await hearing(await redis.connect(), releaseChannel("walk:*"));
    return async (seed) => {
      const walked = await walkOnBoth(connection, seed);
      const messages = await heard(releaseChannel(walked.key));
      if (walked.failure !== undefined || messages.join() === "0,".repeat(walked.messages).slice(0, -1)) return walked;
      const failure = [...walked.story, `heard ${messages}, and ${walked.messages} were sent`].join("\n  ");
      return { ...walked, failure, found: "M7" };
    };
  },
};

/** Sends all steps at once; resolves when all are compared. With `tokensOf`, the lock is a fenced one. */
export async function walkOnBoth(
  connection: Connection,
  seed: number,
  tokensOf?: (key: string) => Tokens,
): Promise<LockWalk> {
  const random = randomFrom(seed);
  // The fenced lock is not passed on.
  const scenario = randomScenario(random, tokensOf === undefined && seed % 4 < 2, seed % 3 === 0);
  const key = `walk:${seed}`;
  // Half of the walks renew by renew-many.
  const renewals = seed % 2 === 0 ? "one" : (RENEWALS[1 + random(RENEWALS.length - 1)] ?? "one");
  const tokens = tokensOf?.(key);
  const lock = new RealLock(connection, scenario, key, renewals, tokens);
  const story = [`renewals: ${renewals}, ${JSON.stringify(scenario)}`];
  const answers = new Set<string>();
  const comparisons: Promise<string | undefined>[] = [];
  let messages = 0;
  let violation: string | undefined;
  let found: Metric | undefined;
  const faults = noFaults();
  const done = new Set<unknown>();
  for (const next of walk(scenario, random, MAX_STEPS)) {
    story.push(describe(next.before, next.event, next));
    messages = next.world.redis.messages;
    if (next.ran !== undefined) answers.add(`${next.ran.request.op}: ${kindOf(next.ran.reply)}`);
    if (next.violation !== undefined) {
      violation = [...story, `violation: ${next.violation}`].join("\n  ");
      found = METRIC_OF[next.violation];
    }
    countFaults(faults, next, done);
    const executed = execute(lock, next);
    if (executed === undefined) continue;
    const lines = story.length;
    tokens?.follow(next, lines);
    const owner = comparisons.length % 3;
    // An unexpected reply is a difference too.
    const told = Promise.all([executed, lock.look(), lock.status(owner)]).then((real) => real.join("\n    "), String);
    const expected = [outcome(next), pictured(next.world.redis, next.world.now), status(next, owner)].join("\n    ");
    comparisons.push(
      told.then((real) =>
        real === expected
          ? undefined
          : [...story.slice(0, lines), "model", `  ${expected}`, "Redis", `  ${real}`].join("\n  "),
      ),
    );
  }
  const failures = await Promise.all(comparisons);
  const differs = failures.find((failure) => failure !== undefined);
  const token = await tokens?.failure(story);
  await lock.pass(LAST_TICKS);
  const left = (await keysOf(connection, key)).filter((each) => !staysFor(each, key, scenario));
  const kept = left.length === 0 ? undefined : [...story, `left are ${left}`].join("\n  ");
  const failure = differs ?? violation ?? token ?? kept;
  // A difference from the model that breaks nothing else is a false outcome.
  found ??= token !== undefined ? "M4" : differs !== undefined ? "M12" : kept !== undefined ? "M13" : undefined;
  return { key, steps: comparisons.length, answers, messages, story, failure, found, faults };
}

/** Returns whether the key stays: the latest token, and a lock whose lease was removed. */
function staysFor(key: string, lock: string, { persists }: Scenario): boolean {
  return key === tokenKey(lock) || (key === lock && persists > 0);
}

function countFaults(faults: Faults, { event, ran }: WalkStep, done: Set<unknown>): void {
  if (event.kind !== "run") return;
  faults.requests += 1;
  if (!event.answered) faults.unheard += 1;
  if (done.has(ran?.request)) faults.repeated += 1;
  done.add(ran?.request);
  if (event.at > 0) faults.overtaken += 1;
}

/** Runs the step on Redis and returns the outcome; undefined when the step does not concern Redis. */
function execute(lock: RealLock, { event, ran }: WalkStep): Promise<string> | undefined {
  const done = (): string => "done";
  switch (event.kind) {
    case "run":
      return ran && lock.run(ran.request).then(replyText);
    case "tick":
      return lock.pass(1).then(done);
    case "force":
      return lock.force().then((freed) => `freed ${freed}`);
    case "java-locks":
      return lock.javaLocks().then(done);
    case "java-unlocks":
      return lock.javaUnlocks().then(done);
    case "persist":
      return lock.persist().then(done);
    case "forget":
      return lock.forget().then(done);
    default:
      return undefined;
  }
}

function outcome({ ran, freed }: WalkStep): string {
  if (freed !== undefined) return `freed ${freed}`;
  return ran === undefined ? "done" : replyText(ran.reply);
}

/** Returns everything in Redis, in the format of `RealLock.look`. */
function pictured(redis: Redis, now: number): string {
  const fields = redis.counts.flatMap((count, owner) => (count > 0 ? [`${ownerId(owner)} ${count}`] : []));
  const kept = [
    ...redis.pages.map((page) => page && keptText(pageText(page.epoch, page.end), page.until - now)),
    ...redis.records.map((record) => record && keptText(recordText(record.epoch, record.end), record.until - now)),
    redis.latch && keptText(String(redis.latch.freed), redis.latch.until - now),
  ];
  const texts = kept.map((text) => text ?? keptText("", -2));
  return [`${fields.join(" ")}, ${remaining(redis, now)}`, ...texts].join("; ");
}

function recordText(epoch: string, end: End): string {
  return end === "" ? `+${epoch}` : `-${endText(end)}`;
}

function status({ world }: WalkStep, owner: number): string {
  const left = remaining(world.redis, world.now);
  return left === -1 ? "no-lock" : `${world.redis.counts[owner] ?? 0}, ${left}`;
}

function replyText(reply: Reply): string {
  const { kind } = reply;
  if (kind === "ended") return reply.passed ? `${reply.end}, passed` : reply.end;
  if (kind === "no-lock") return kind;
  if (kind === "busy") return `${kind} ${reply.remaining}`;
  if (kind === "renewed") return `${kind} ${reply.holdCount}`;
  const epoch = kind === "held" ? ` ${reply.epoch}` : "";
  return `${kind} ${reply.holdCount} ${reply.remaining}${epoch}`;
}

function kindOf(reply: Reply): string {
  if (reply.kind !== "ended") return reply.kind;
  return reply.passed ? `${reply.end}, passed` : reply.end;
}
