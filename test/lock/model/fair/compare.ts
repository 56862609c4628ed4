// Replays a walk of the model on the real scripts, and finds the shortest walk with a difference.

import { channelAt, mailboxAddress, waiterChannels } from "../../../../src/lock/keys.ts";
import type { LuaScript } from "../../../../src/lock/protocol.ts";
import { longSource, scriptOf } from "../../../support/edited-script.ts";
import { unsealed } from "../../../support/standing.ts";
import { type Drawn, type Heard, hearing, type Model, shortened, splitAt } from "../harness.ts";
import type { Connection } from "../real.ts";
import { randomFrom } from "../walk.ts";
import { Cast } from "./draw.ts";
import type { Reply } from "./holds.ts";
import { Judge } from "./judge.ts";
import { keptProblem } from "./kept.ts";
import { Mailboxes, mailboxOf, type Picture, RealFairLock, ticks, ticksTo } from "./real.ts";
import type { Granted } from "./requests.ts";
import { apply, attemptIn, type Outcome, type Step, told } from "./steps.ts";
import {
  leaseLeft,
  type Message,
  MOST_MOVED,
  newWorld,
  type Request,
  TICK_MS,
  triesLeft,
  type World,
} from "./world.ts";

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

/**
 * The connection on which walks are compared. `heard`: messages by lock, in order, each "<waiter> <payload>" or
 * "mailbox <mailbox> <message>".
 */
export interface Place {
  readonly connection: Connection;
  readonly heard: Heard;
  /** Hears the mailboxes, and may hear anything else. */
  readonly subscriber: Connection;
  /** Scripts that replace those of the same names. */
  readonly instead?: readonly LuaScript[];
}

// A queue of a walk with more waiters is long, if it has the scripts below.
const FEW_MOVED = 2;
const NAMES = [...["fair/acquire", "fair/acquire-standing", "fair/release", "fair/force-release", "lock/steal"]];
const LIMITS: readonly (readonly [limit: string, low: string])[] = [
  ["MOST_MOVED = 100", "MOST_MOVED = 2"],
  ["MOST_SINGLE = 10", "MOST_SINGLE = 1"],
  ["MOST_LOOKED = 100", "MOST_LOOKED = 2"],
];

/** Returns the scripts for which the queues of walks are long. `sources`: texts that replace those of the files. */
export function scriptsForFew(sources: ReadonlyMap<string, string> = new Map()): LuaScript[] {
  return NAMES.map((name) => {
    const source = sources.get(name) ?? longSource(name);
    return scriptOf(
      name,
      LIMITS.reduce((text, [limit, low]) => text.replace(limit, low), source),
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

/** Collects what is told to waiters, as `Place` has it. */
export function hearingWaiters(subscriber: Connection): Promise<Heard> {
  const mailboxes = channelAt(mailboxAddress("lock:", ""));
  const patterns = [`${waiterChannels(keyOf("*"))}*`, `${mailboxes}*`];
  return hearing(subscriber, patterns, (channel, message) => {
    if (channel.startsWith(mailboxes)) {
      const [run, mailbox] = mailboxOf(channel.slice(mailboxes.length));
      return [keyOf(run), `mailbox ${mailbox} ${unsealed(message)}`];
    }
    const lock = channel.slice(channel.indexOf("{") + 1, channel.indexOf("}"));
    return [lock, `${channel.slice(channel.indexOf("}:") + 2)} ${message}`];
  });
}

async function timeOf(connection: Connection): Promise<number> {
  const time = await connection.sendCommand(["TIME"]);
  const [seconds, us] = Array.isArray(time) ? time.map(Number) : [];
  return Number(seconds) * 1_000 + Math.floor(Number(us) / 1_000);
}

function keyOf(run: number | string): string {
  return `fair-walk:${run}`;
}

/** `isLong`: most queues are long. */
export function fairLock(isLong: boolean): Model {
  return {
    name: `fair lock, ${isLong ? "long" : "short"} queues`,
    metrics: [],
    together: 20,
    async on(redis) {
      const instead = isLong ? scriptsForFew() : [];
      const subscriber = await redis.connect();
      const heard = await hearingWaiters(subscriber);
      const place: Place = { connection: await redis.connect(), heard, subscriber, instead };
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

interface Real {
  readonly outcome: Outcome | string;
  readonly picture: Picture;
}

/** Sends all steps at once, except that a mailbox changes after all before it, and before all behind it. */
async function take(
  lock: RealFairLock,
  steps: readonly Step[],
  over: (step: number) => Promise<unknown>,
): Promise<Real[]> {
  const sent: Promise<Real>[] = [];
  for (const [index, step] of steps.entries()) {
    const changes = step.kind === "mailbox";
    if (changes) await Promise.all(sent);
    const taken = Promise.all([lock.take(step).catch(String), lock.look(step), over(index)]);
    sent.push(taken.then(([outcome, picture]) => ({ outcome, picture })));
    if (changes) await taken;
  }
  return Promise.all(sent);
}

export async function compare(place: Place, walk: Walk): Promise<Compared> {
  // Repeats until the machine did not pause in between: the clock must not pass a tick.
  for (;;) {
    runs += 1;
    const key = keyOf(runs);
    const { connection, instead } = place;
    const mailboxes = new Mailboxes(place.subscriber, runs);
    const beganAt = await timeOf(connection);
    const lock = new RealFairLock({ connection, mailboxes, instead }, key, walk.patienceMs, beganAt);
    const over = (index: number) => connection.publish(`${waiterChannels(key)}${OVER}`, String(index));
    const reals = await take(lock, walk.steps, over);
    await mailboxes.close();
    const told = splitAt(`${OVER} `, await place.heard(key));
    const took = (reals.at(-1)?.picture.at ?? 0) - (reals[0]?.picture.at ?? 0);
    if (took + 10 * walk.steps.length < TICK_MS / 2) return compared(walk, reals, told);
  }
}

function compared(
  { patienceMs, mostMoved, steps }: Walk,
  reals: readonly Real[],
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
    answers.add(`${attemptIn(step)?.last ? "last " : ""}${step.kind}: ${answerKind(outcome)}`);
    const real = reals[index];
    if (real === undefined) break;
    const messages = world.told.slice(before.told.length);
    for (const { mail } of messages) answers.add(`told: ${mail?.kind ?? "on its channel"}`);
    const met = [outcomeText(step, real.outcome), text(real.picture)];
    const lines = (heard[index] ?? []).map((line) => withNow(line, real.picture.at));
    const differs = expected.join() !== met.join() || !areTold(messages, lines);
    const wrong =
      judge.check({ before, step, outcome, after: world }) ??
      keptProblem(step, world, judge.areTriesLost, real.picture);
    if (!differs && wrong === undefined) continue;
    const sent = messages.map((message) => `${messageText(message)}${message.sure ? "" : " (perhaps)"}`);
    const failure = [
      ...story,
      wrong === undefined ? "" : `violation: ${wrong}`,
      `before ${pictured(before)}`,
      `model  ${[...expected, `told ${sent}`].join("\n         ")}`,
      `Redis  ${[...met, `told ${lines}`].join("\n         ")}`,
    ].join("\n  ");
    return { answers, failure };
  }
  return { answers, failure: undefined };
}

function areTold(expected: readonly Message[], heard: readonly string[]): boolean {
  const all = expected.map(messageText);
  const sure = expected.filter((message) => message.sure).map(messageText);
  return [all, sure].some((texts) => texts.join() === heard.join());
}

function messageText({ to, mail }: Message): string {
  if (mail === undefined) return `${to} 0`;
  const words = mail.kind === "granted" ? ["now", mail.ms, "now", 0, 0] : [mail.ms];
  return `mailbox ${mail.mailbox} ${mail.kind} ${to} ${words.join(" ")}`;
}

/** Replaces the time of a message. */
function withNow(line: string, now: number): string {
  return line.replaceAll(/ (\d{13})(?= |$)/g, (text, at) => (Math.abs(Number(at) - now) < TICK_MS / 2 ? " now" : text));
}

function outcomeText(step: Step, outcome: Outcome | string): string {
  if (step.kind === "java" && step.op === "lock") return outcome === null ? "taken" : `waits${strange(outcome)}`;
  if (typeof outcome === "string" && outcome.includes("NOT_A_LOCK")) return "no-lock";
  if (typeof outcome !== "object" || outcome === null) return String(outcome);
  if (outcome.kind === "no-lock") return outcome.kind;
  if (outcome.kind === "ended") return endText(outcome) + grantText(outcome);
  if (outcome.kind === "forced") return `${outcome.freed}${grantText(outcome)}`;
  if (outcome.kind === "held") return `held ${outcome.holdCount} ${ticks(outcome.remainingMs)} ${outcome.epoch}`;
  const { remainingMs, position, againMs, stands } = outcome;
  const busy = `busy ${ticks(remainingMs)}, place ${position}, again ${ticks(againMs)}`;
  if (stands === undefined) return busy;
  const { request, now, isOurs } = stands;
  return `${busy}, ${requestText(request, now)}, ${isOurs ? "ours" : "not ours"}`;
}

function requestText({ mailbox, isMarked, leaseMs, seen, until }: Request, now: number): string {
  const life = `seen ${ticksTo(seen - now)}, kept for ${ticksTo(until - now)}`;
  return `request ${isMarked ? "~" : ""}${mailbox} lease ${leaseMs} ${life}`;
}

function grantText({ granted }: { readonly granted?: Granted | undefined }): string {
  return granted === undefined ? "" : `, granted ${granted.owner} for ${granted.ms} ms`;
}

function strange(outcome: Outcome | string): string {
  return typeof outcome === "number" ? "" : ` ${outcome}`;
}

function answerKind(outcome: Outcome): string {
  if (typeof outcome === "number") return outcome > 1 ? "waits" : String(outcome);
  if (typeof outcome !== "object" || outcome === null) return String(outcome);
  if (outcome.kind === "busy" && outcome.stands !== undefined) {
    const { request, isOurs } = outcome.stands;
    return `busy, ${isOurs ? "behind ours" : "not behind ours"}${request.isMarked ? ", marked" : ""}`;
  }
  if (outcome.kind !== "ended" && outcome.kind !== "forced") return outcome.kind;
  const end = outcome.kind === "ended" ? endText(outcome) : String(outcome.freed);
  return `${end}${outcome.granted === undefined ? "" : ", granted"}`;
}

function endText({ end, isPassed = false }: Extract<Reply, { kind: "ended" }>): string {
  return isPassed ? `${end}, passed` : end;
}

function pictured(world: World): string {
  const { counts, queue, scores, tries, requests, now } = world;
  const inTicks = (times: ReadonlyMap<string, number>) =>
    new Map([...times].map(([waiter, at]): [string, number] => [waiter, ticksTo(at - now)]));
  return text({
    ...{ counts, leaseTicks: ticks(leaseLeft(world)), queue, scores: inTicks(scores) },
    ...{ tries: inTicks(tries), triesTtl: triesLeft(world), requests, at: now },
  });
}

function text({ counts, leaseTicks, queue, scores, tries, triesTtl, requests, at }: Omit<Picture, "holdTtl">): string {
  const held = [...counts].sort().map(([owner, count]) => `${owner}=${count}`);
  const [until, tried] = [scores, tries].map((times) => [...times].sort().map(([waiter, at]) => `${waiter}@${at}`));
  const left = [...requests].sort(([one], [other]) => (one < other ? -1 : 1));
  const stood = left.map(([waiter, request]) => `${waiter} ${requestText(request, at)}`);
  const lists = `queue ${queue}; scores ${until}; tries ${tried} ${ticks(triesTtl)}; ${stood}`;
  return `lock ${held} ${leaseTicks}; ${lists}`;
}
