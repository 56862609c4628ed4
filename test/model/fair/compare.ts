// Replays a walk of the model on the real scripts, and finds the shortest walk with a difference.

import { waiterChannels } from "../../../src/lock/keys.ts";
import type { LuaScript } from "../../../src/lock/protocol.ts";
import { longSource, scriptOf } from "../../support/edited-script.ts";
import { type Drawn, type Heard, hearing, type Model, shortened, splitAt } from "../harness.ts";
import type { Connection } from "../real.ts";
import { randomFrom } from "../walk.ts";
import { Cast } from "./draw.ts";
import type { Reply } from "./holds.ts";
import { Judge } from "./judge.ts";
import { keptProblem } from "./kept.ts";
import { type Picture, RealFairLock, TICK_MS, ticks, ticksTo } from "./real.ts";
import { apply, type Outcome, type Step, told } from "./steps.ts";
import { leaseLeft, type Message, MOST_MOVED, newWorld, triesLeft, type World } from "./world.ts";

const STEPS = 60;
/** The channel that announces the end of each step of a walk. */
const OVER = "over";

export interface Walk extends Drawn<Step> {
  readonly patienceMs: number;
  readonly mostMoved: number;
}

export interface Compared {
  /** Replies of the scripts: "<kind of step>: <answer>". */
  readonly answers: ReadonlySet<string>;
  /** The steps up to the first difference, and the difference. */
  readonly failure: string | undefined;
}

/** The connection on which walks are compared. `heard`: messages by lock, each "<last waiter> <payload>", in order. */
export interface Place {
  readonly connection: Connection;
  readonly heard: Heard;
  /** Scripts that replace those of the same names. */
  readonly instead?: readonly LuaScript[];
}

// A queue of a walk with more waiters is long, if it has the scripts below.
const FEW_MOVED = 2;
const NAMES = ["fair/acquire", "fair/release", "fair/pass", "fair/force-release", "lock/steal"];

/** Returns the scripts for which the queues of walks are long. `sources`: texts that replace those of the files. */
export function scriptsForFew(sources: ReadonlyMap<string, string> = new Map()): LuaScript[] {
  return NAMES.map((name) => {
    const source = sources.get(name) ?? longSource(name);
    return scriptOf(
      name,
      source.replace("MOST_MOVED = 100", "MOST_MOVED = 2").replace("MOST_SINGLE = 10", "MOST_SINGLE = 1"),
    );
  });
}

/** `isLong`: for the scripts of `scriptsForFew`. */
export function walkFrom(seed: number, isLong = false, length = STEPS): Walk {
  const cast = new Cast(randomFrom(seed));
  const mostMoved = isLong ? FEW_MOVED : MOST_MOVED;
  const world = newWorld(cast.patienceMs, mostMoved);
  const steps = Array.from({ length }, () => {
    const step = cast.next(world);
    cast.happened(step, apply(world, step));
    return step;
  });
  return { patienceMs: cast.patienceMs, mostMoved, steps };
}

/** Collects the notifications that the lock is free: "<waiter> <payload>" each. */
export function hearingWaiters(subscriber: Connection): Promise<Heard> {
  return hearing(subscriber, `${waiterChannels("fair-walk:*")}*`, (channel, message) => [
    channel.slice(channel.indexOf("{") + 1, channel.indexOf("}")),
    `${channel.slice(channel.indexOf("}:") + 2)} ${message}`,
  ]);
}

/** `isLong`: most queues are long. */
export function fairLock(isLong: boolean): Model {
  return {
    name: `fair lock, ${isLong ? "long" : "short"} queues`,
    metrics: [],
    together: 20,
    async on(redis) {
      const instead = isLong ? scriptsForFew() : [];
      const heard = await hearingWaiters(await redis.connect());
      const place: Place = { connection: await redis.connect(), heard, instead };
      return async (seed) => {
        const walk = walkFrom(seed, isLong);
        const found = await compare(place, walk);
        const shortest = () => shortened((each: Walk) => compare(place, each), walk);
        return { ...found, steps: walk.steps.length, shortest };
      };
    },
  };
}

let runs = 0;

/** Sends all steps at once. */
export async function compare(place: Place, walk: Walk): Promise<Compared> {
  // Repeats until the machine did not pause in between: the clock must not pass a tick.
  for (;;) {
    runs += 1;
    const key = `fair-walk:${runs}`;
    const lock = new RealFairLock(place.connection, key, walk.patienceMs, place.instead);
    const reals = await Promise.all(
      walk.steps.map(async (step, index) => {
        const [outcome, picture] = await Promise.all([
          lock.take(step).catch(String),
          lock.look(step),
          place.connection.publish(`${waiterChannels(key)}${OVER}`, String(index)),
        ]);
        return { outcome, picture };
      }),
    );
    const told = splitAt(`${OVER} `, await place.heard(key));
    const took = (reals.at(-1)?.picture.at ?? 0) - (reals[0]?.picture.at ?? 0);
    if (took + 10 * walk.steps.length < TICK_MS / 2) return compared(walk, reals, told);
  }
}

function compared(
  { patienceMs, mostMoved, steps }: Walk,
  reals: readonly { outcome: Outcome | string; picture: Picture }[],
  heard: readonly (readonly string[])[],
): Compared {
  const world = newWorld(patienceMs, mostMoved);
  const judge = new Judge();
  const answers = new Set<string>();
  const story = [`patience ${patienceMs}`];
  for (const [index, step] of steps.entries()) {
    const before = structuredClone(world);
    const outcome = apply(world, step);
    const expected = [outcomeText(step, outcome), pictured(world)];
    story.push(`${index + 1}. ${told(step)} -> ${expected[0]}`);
    answers.add(`${step.kind === "acquire" && step.last ? "last " : ""}${step.kind}: ${answerKind(outcome)}`);
    const real = reals[index];
    if (real === undefined) break;
    const messages = world.told.slice(before.told.length);
    const met = [outcomeText(step, real.outcome), text(real.picture)];
    const differs = expected.join() !== met.join() || !areTold(messages, heard[index] ?? []);
    const wrong = judge.check(before, step, world) ?? keptProblem(step, world, judge.areTriesLost, real.picture);
    if (!differs && wrong === undefined) continue;
    const sent = messages.map(({ to, sure }) => `${to} 0${sure ? "" : " (perhaps)"}`);
    const failure = [
      ...story,
      wrong === undefined ? "" : `violation: ${wrong}`,
      `before ${pictured(before)}`,
      `model  ${[...expected, `told ${sent}`].join("\n         ")}`,
      `Redis  ${[...met, `told ${heard[index] ?? []}`].join("\n         ")}`,
    ].join("\n  ");
    return { answers, failure };
  }
  return { answers, failure: undefined };
}

function areTold(expected: readonly Message[], heard: readonly string[]): boolean {
  const all = expected.map(({ to }) => `${to} 0`);
  const sure = expected.filter((message) => message.sure).map(({ to }) => `${to} 0`);
  return [all, sure].some((texts) => texts.join() === heard.join());
}

function outcomeText(step: Step, outcome: Outcome | string): string {
  if (step.kind === "java" && step.op === "lock") return outcome === null ? "taken" : `waits${strange(outcome)}`;
  if (typeof outcome === "string" && outcome.includes("NOT_A_LOCK")) return "no-lock";
  if (typeof outcome !== "object" || outcome === null) return String(outcome);
  if (outcome.kind === "no-lock") return outcome.kind;
  if (outcome.kind === "ended") return endText(outcome);
  if (outcome.kind === "held") return `held ${outcome.holdCount} ${ticks(outcome.remainingMs)} ${outcome.epoch}`;
  return `busy ${ticks(outcome.remainingMs)}, place ${outcome.position}, again ${ticks(outcome.againMs)}`;
}

function strange(outcome: Outcome | string): string {
  return typeof outcome === "number" ? "" : ` ${outcome}`;
}

function answerKind(outcome: Outcome): string {
  if (typeof outcome === "number") return outcome > 1 ? "waits" : String(outcome);
  if (typeof outcome !== "object" || outcome === null) return String(outcome);
  return outcome.kind === "ended" ? endText(outcome) : outcome.kind;
}

function endText({ end, isPassed = false }: Extract<Reply, { kind: "ended" }>): string {
  return isPassed ? `${end}, passed` : end;
}

function pictured(world: World): string {
  const { counts, queue, scores, tries, now } = world;
  const inTicks = (times: ReadonlyMap<string, number>) =>
    new Map([...times].map(([waiter, at]): [string, number] => [waiter, ticksTo(at - now)]));
  return text({
    ...{ counts, leaseTicks: ticks(leaseLeft(world)), queue, scores: inTicks(scores) },
    ...{ tries: inTicks(tries), triesTtl: triesLeft(world) },
  });
}

function text({ counts, leaseTicks, queue, scores, tries, triesTtl }: Omit<Picture, "at" | "holdTtl">): string {
  const held = [...counts].sort().map(([owner, count]) => `${owner}=${count}`);
  const [until, tried] = [scores, tries].map((times) => [...times].sort().map(([waiter, at]) => `${waiter}@${at}`));
  return `lock ${held} ${leaseTicks}; queue ${queue}; scores ${until}; tries ${tried} ${ticks(triesTtl)}`;
}
