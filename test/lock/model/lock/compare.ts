// Walks of the model of the plain lock, each step compared with the real scripts.
import { releaseChannel, tokenKey } from "../../../../src/lock/keys.ts";
import type { Metric } from "../../../together/soak/checker/findings.ts";
import { type Compared, type Course, compared, type Sides } from "../harness/course.ts";
import { clearKeysOf, keysOf } from "../harness/keys-of.ts";
import { type Heard, hearing, messagesOf } from "../harness/messages.ts";
import { type Faults, noFaults } from "../harness/metrics.ts";
import { type Model, type TakeWalk, walksOf } from "../harness/model.ts";
import { randomFrom } from "../harness/random.ts";
import { replayed, walk } from "../harness/space.ts";
import type { Connection } from "../real.ts";
import type { End } from "./ends.ts";
import type { Event } from "./events.ts";
import type { Violation } from "./judge.ts";
import { randomScenario } from "./random-scenario.ts";
import { endText, keptText, ownerId, pageText, RENEWALS, RealLock, type Renewals } from "./real.ts";
import { type Redis, type Reply, remaining } from "./redis.ts";
import type { Scenario } from "./scenario.ts";
import { lockSpace, type WalkStep } from "./space.ts";
import { describe } from "./story.ts";
import { judgedToken, type TokenSeen, type Tokens } from "./tokens.ts";

// More than a lease, plus the lock's remaining lease at a re-entry, plus the life of a record beyond that.
const LAST_TICKS = 16;

interface LockCourse extends Course<Event> {
  readonly seed: number;
  readonly scenario: Scenario;
  readonly renewals: Renewals;
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

/** The connection on which walks are compared. */
interface Place {
  readonly connection: Connection;
  /** Undefined: messages are not compared. */
  readonly heard?: Heard;
  /** The lock is a fenced one. */
  readonly tokensOf?: (key: string, seed: number) => Tokens;
}

/** What Redis has after a step. */
interface Met {
  readonly texts: readonly string[];
  /** Whose status is in the texts. */
  readonly owner: number;
  readonly token: TokenSeen | undefined;
}

export const plainLock: Model = {
  name: "lock",
  metrics: ["M1", "M5", "M6", "M7", "M11", "M12", "M13"],
  // No walk may last as long as a tick.
  together: 40,
  async on(redis) {
    const heard = await hearing(await redis.connect(), releaseChannel("walk:*"));
    return lockWalks({ connection: await redis.connect(), heard });
  },
};

export function lockWalks(place: Place): TakeWalk {
  return walksOf(
    (seed) => courseOf(seed, place.tokensOf !== undefined),
    (course) => compare(place, course),
  );
}

function courseOf(seed: number, isFenced: boolean): LockCourse {
  const random = randomFrom(seed);
  // The fenced lock is not passed on.
  const scenario = randomScenario(random, !isFenced && seed % 4 < 2, seed % 3 === 0);
  // Half of the walks renew by renew-many.
  const renewals = seed % 2 === 0 ? "one" : (RENEWALS[1 + random(RENEWALS.length - 1)] ?? "one");
  const steps = [...walk(lockSpace.in(scenario, new Set()), random)].map(({ event }) => event);
  return { seed, scenario, renewals, steps };
}

async function compare(place: Place, course: LockCourse): Promise<Compared> {
  const steps = replayed(lockSpace.in(course.scenario, new Set()), course.steps);
  return { ...(await compared(steps, () => sidesOf(place, course))), faults: faultsOf(steps) };
}

function sidesOf({ connection, heard, tokensOf }: Place, course: LockCourse): Sides<WalkStep, Met> {
  const { seed, scenario, renewals } = course;
  const key = `walk:${seed}`;
  clearKeysOf(connection, key);
  const tokens = tokensOf?.(key, seed);
  const lock = new RealLock(connection, scenario, key, renewals, tokens);
  const messages = heard && messagesOf(connection, heard, releaseChannel(key));
  let taken = 0;
  return {
    begins: `renewals: ${renewals}, ${JSON.stringify(scenario)}`,
    ...(messages === undefined ? {} : { messages }),
    take(step) {
      const executed = execute(lock, step);
      if (executed === undefined) return undefined;
      const owner = taken % 3;
      taken += 1;
      // An unexpected reply is a difference too.
      const texts = Promise.all([executed, lock.look(), lock.status(owner)]).catch((error) => [String(error)]);
      return Promise.all([texts, tokens?.see(step)]).then(([told, token]) => ({ texts: told, owner, token }));
    },
    follow(step, met, lines) {
      const { world, before, ran, violation } = step;
      const wrong =
        violation === undefined ? met?.token && judgedToken(step, met.token) : `${METRIC_OF[violation]}: ${violation}`;
      const line = describe(before, step.event, step);
      const sent = Array.from({ length: world.redis.messages - before.redis.messages }, () => "0");
      const told = (of: readonly string[]) => (messages === undefined ? [] : [`told ${of}`]);
      if (met === undefined) return { line, answers: [], expected: told(sent), met: told(lines), wrong };
      return {
        line,
        answers: ran === undefined ? [] : [`${ran.request.op}: ${kindOf(ran.reply)}`],
        expected: [outcome(step), pictured(world.redis, world.now), status(step, met.owner), ...told(sent)],
        met: [...met.texts, ...told(lines)],
        wrong,
      };
    },
    async end() {
      await lock.pass(LAST_TICKS);
      const left = (await keysOf(connection, key)).filter((each) => !staysFor(each, key, scenario));
      return left.length === 0 ? undefined : `M13: left are ${left}`;
    },
  };
}

/** Returns whether the key stays: the latest token, and a lock whose lease was removed. */
function staysFor(key: string, lock: string, { persists }: Scenario): boolean {
  return key === tokenKey(lock) || (key === lock && persists > 0);
}

function faultsOf(steps: readonly WalkStep[]): Faults {
  const faults = noFaults();
  const done = new Set<unknown>();
  for (const { event, ran } of steps) {
    if (event.kind !== "run") continue;
    faults.requests += 1;
    if (!event.answered) faults.unheard += 1;
    if (done.has(ran?.request)) faults.repeated += 1;
    done.add(ran?.request);
    if (event.at > 0) faults.overtaken += 1;
  }
  return faults;
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
