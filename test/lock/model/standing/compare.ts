// Walks of the model of standing requests, each step compared with the real scripts.
import type { Metric } from "../../../together/soak/checker/findings.ts";
import { type Course, compared, type Sides } from "../harness/course.ts";
import { type Model, walksOf } from "../harness/model.ts";
import { randomFrom } from "../harness/random.ts";
import { replayed, walk } from "../harness/space.ts";
import type { Connection } from "../real.ts";
import type { Event } from "./events.ts";
import type { GrantViolation } from "./judge.ts";
import { channelsOf, type Hashes, loadClocked, msAt, msOf, ownerId, RealStanding, stateText } from "./real.ts";
import { type GrantScenario, isolateOfOwner } from "./scenario.ts";
import { standingSpace, type WalkStep } from "./space.ts";
import { describe } from "./story.ts";
import { CALLED, FREE, JAVA, type Published, RESERVED, redisNow } from "./world.ts";

// The lengths that the scripts are loaded for.
const STANDING = 6;
const CONFIRM = 2;
const MOST_TRIED: readonly number[] = [2, 50];

const METRIC_OF: Readonly<Record<GrantViolation, Metric>> = {
  "false-belief": "M11",
  "two-believers": "M1",
  "granted-after-end": "M6",
  "granted-twice": "M6",
  "foreign-grant": "M6",
  "foreign-end": "M5",
  "false-yes": "M12",
  "false-no": "M12",
  "answer-changed": "M12",
  "left-by-done": "M12",
  untold: "M7",
  "granted-to-dead": "M12",
  "told-in-vain": "M12",
  uncalled: "M7",
  unflagged: "M7",
  forgotten: "M7",
  "java-untold": "M7",
  "lost-waiter": "M12",
};

export const standingRequests: Model = {
  name: "standing requests",
  metrics: ["M1", "M5", "M6", "M7", "M11", "M12"],
  together: 20,
  async on(redis) {
    const connection = await redis.connect();
    const hashes = new Map<number, Hashes>();
    for (const mostTried of MOST_TRIED) {
      hashes.set(mostTried, await loadClocked(connection, { standing: STANDING, mostTried, confirm: CONFIRM }));
    }
    return walksOf(courseOf, ({ scenario, steps }: GrantCourse) => {
      const replay = replayed(standingSpace.in(scenario, new Set()), steps);
      return compared(replay, () => sidesOf(connection, scenario, hashes));
    });
  },
};

interface GrantCourse extends Course<Event> {
  readonly scenario: GrantScenario;
}

/** What Redis has after a step. */
interface Met {
  readonly reply: string;
  readonly seen: string;
}

function courseOf(seed: number): GrantCourse {
  const random = randomFrom(seed);
  const scenario = standingSpace.randomScenario(random, seed);
  const steps = [...walk(standingSpace.in(scenario, new Set()), random)].map(({ event }) => event);
  return { scenario, steps };
}

let runs = 0;

function sidesOf(
  connection: Connection,
  scenario: GrantScenario,
  hashes: ReadonlyMap<number, Hashes>,
): Sides<WalkStep, Met> {
  runs += 1;
  const key = `standing:${runs}`;
  const real = new RealStanding(connection, scenario, key, hashes.get(scenario.mostTried) ?? new Map());
  const begun = real.begin();
  const owners = scenario.clients.length * (scenario.goesOn ? 2 : 1);
  return {
    begins: JSON.stringify(scenario),
    take(step) {
      if (!concernsRedis(step)) return undefined;
      const taken = real.take(step.event, step.ran?.request, redisNow(step.world));
      return Promise.all([taken, real.look(owners), begun]).then(
        ([reply, seen]) => ({ reply: reply ?? "", seen: JSON.stringify(seen) }),
        (error) => ({ reply: String(error), seen: "" }),
      );
    },
    follow(step, met) {
      const { before, event, ran, published, violation } = step;
      const answer = ran === undefined ? [] : [`${ran.request.op}: ${kindOf(step)}`];
      return {
        line: describe(before, event, step),
        answers: [...published.map(({ kind }) => `message: ${kind}`), ...answer],
        expected: met === undefined ? [] : [replyOf(step, real, scenario), pictured(step, real, key, scenario)],
        met: met === undefined ? [] : [met.reply, met.seen],
        wrong: violation && `${METRIC_OF[violation]}: ${violation}`,
      };
    },
    async end() {
      await real.end(owners);
      return undefined;
    },
  };
}

function concernsRedis({ event: { kind } }: WalkStep): boolean {
  return !["hear", "mail", "send", "pass", "stop", "leave", "forge"].includes(kind);
}

function kindOf({ ran, published }: WalkStep): string {
  if (ran === undefined) return "";
  const { reply } = ran;
  if (reply.kind !== "ended") return reply.kind;
  return reply.end + (reply.passed ? ", passed" : published.some(({ kind }) => kind === "granted") ? ", granted" : "");
}

/** Returns what the decoded reply of the script is, as JSON. */
function replyOf(
  { ran, event, published, before, world }: WalkStep,
  real: RealStanding,
  scenario: GrantScenario,
): string {
  if (event.kind === "force") return "true";
  if (ran === undefined) return "";
  const { request, reply } = ran;
  const grant = published.find((each) => each.kind === "granted");
  const granted = grant === undefined ? {} : { granted: ownerId(grant.owner) };
  switch (reply.kind) {
    case "held": {
      const held = { kind: "held", holdCount: 1, remainingMs: msOf(reply.remaining), epoch: "" };
      const isTheft = before.redis.holder !== FREE && before.redis.holder !== request.owner && request.op === "acquire";
      return JSON.stringify(isTheft ? { ...held, robbed: [ownerId(before.redis.holder)] } : held);
    }
    case "renewed":
      return JSON.stringify({ kind: "renewed", holdCount: 1 });
    case "busy": {
      const remainingMs = msOf(reply.remaining);
      if (reply.stands === undefined) return JSON.stringify({ kind: "busy", remainingMs });
      // Without an owner state, the form of the owner tells it: these are not as those of ours.
      const { holder, states } = world.redis;
      const isOurs = holder !== JAVA && states[holder] !== "" && !scenario.locksKeys;
      const stands = { redisMs: msAt(reply.at), request: real.textOf(reply.stands), isOurs };
      return JSON.stringify({ kind: "busy", remainingMs, stands });
    }
    case "ended": {
      const end = reply.end === "stolen" ? "stolen:t//" : reply.end;
      const ended = { kind: "ended", end };
      if (reply.passed) return JSON.stringify({ ...ended, isPassed: true });
      return JSON.stringify({ ...ended, ...granted });
    }
  }
}

/** Returns everything in Redis, in the form of `RealStanding.look`. */
function pictured({ world, published }: WalkStep, real: RealStanding, key: string, scenario: GrantScenario): string {
  const { holder, until, states, list, flag } = world.redis;
  const isFree = holder === FREE;
  return JSON.stringify({
    held: isFree ? "" : `${ownerId(holder)} 1`,
    until: isFree ? "" : String(msAt(until)),
    list: list.map((entry) => real.textOf(entry)),
    flag: flag ? 1 : 0,
    told: published.map((each) => messageText(each, key, scenario)),
    states: states.map(stateText),
  });
}

/** A call for later is in ticks, in ms, or in both. */
function msOfCall(ms: number): number {
  if (ms === CALLED + RESERVED) return CALLED + msOf(RESERVED);
  return ms >= CALLED ? ms : msOf(ms);
}

function messageText(each: Published, key: string, scenario: GrantScenario): string {
  if (!("owner" in each)) return `${channelsOf(key, 0).lock} ${each.kind === "freed" ? "0" : "1000000"}`;
  const { mailbox } = channelsOf(key, isolateOfOwner(scenario, each.owner));
  const words =
    each.kind === "granted"
      ? [ownerId(each.owner), msAt(each.at), msOf(each.ms), msAt(each.since), 1, 0]
      : [ownerId(each.owner), each.since === undefined ? msOfCall(each.ms) : msAt(each.since)];
  return `${mailbox} ${each.kind} ${words.join(" ")}`;
}
