// Walks of the model of the fair lock, each step compared with the real scripts.

import { channelAt, mailboxAddress, waiterChannels } from "../../../../src/lock/keys.ts";
import type { LuaScript } from "../../../../src/lock/protocol.ts";
import { longSource, scriptOf } from "../../../support/edited-script.ts";
import { unsealed } from "../../../support/standing.ts";
import { type Compared, type Course, compared, type Sides } from "../harness/course.ts";
import { type Heard, hearing, messagesOf, OVER } from "../harness/messages.ts";
import { type Model, walksOf } from "../harness/model.ts";
import { randomFrom } from "../harness/random.ts";
import type { Connection } from "../real.ts";
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

export interface Walk extends Course<Step> {
  readonly patienceMs: number;
  readonly mostMoved: number;
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
      return walksOf(
        (seed) => walkFrom(seed, isLong),
        (walk: Walk) => compare(place, walk),
      );
    },
  };
}

let runs = 0;

/** What Redis has after a step. */
interface Met {
  readonly outcome: Outcome | string;
  readonly picture: Picture;
}

export function compare(place: Place, walk: Walk): Promise<Compared> {
  return compared<Step, Met>(walk.steps, async () => sidesOf(place, walk, await timeOf(place.connection)));
}

function sidesOf(
  { connection, heard, subscriber, instead }: Place,
  { patienceMs, mostMoved, steps }: Walk,
  beganAt: number,
): Sides<Step, Met> {
  runs += 1;
  const key = keyOf(runs);
  const mailboxes = new Mailboxes(subscriber, runs);
  const lock = new RealFairLock({ connection, mailboxes, instead }, key, patienceMs, beganAt);
  const messages = messagesOf(connection, heard, `${waiterChannels(key)}${OVER}`, key);
  const world = newWorld(patienceMs, mostMoved);
  const judge = new Judge();
  return {
    begins: `patience ${patienceMs}`,
    messages: { ...messages, heard: () => mailboxes.close().then(messages.heard) },
    async take(step) {
      const [outcome, picture] = await Promise.all([lock.take(step).catch(String), lock.look(step)]);
      return { outcome, picture };
    },
    // A mailbox changes after all before it, and before all behind it.
    isAlone: ({ kind }) => kind === "mailbox",
    // The clock must not pass a tick.
    wasPaused(met) {
      const took = (met.at(-1)?.picture.at ?? 0) - (met[0]?.picture.at ?? 0);
      return took + 10 * steps.length >= TICK_MS / 2;
    },
    follow(step, met, heardLines) {
      if (met === undefined) throw new Error("a step without an answer");
      const before = structuredClone(world);
      const outcome = apply(world, step);
      const sent = world.told.slice(before.told.length);
      const lines = heardLines.map((line) => withNow(line, met.picture.at));
      return {
        line: `${told(step)} -> ${outcomeText(step, outcome)}`,
        answers: [
          `${attemptIn(step)?.last ? "last " : ""}${step.kind}: ${answerKind(outcome)}`,
          ...sent.map(({ mail }) => `told: ${mail?.kind ?? "on its channel"}`),
        ],
        expected: [outcomeText(step, outcome), pictured(world), `told ${expectedLines(sent, lines)}`],
        met: [outcomeText(step, met.outcome), text(met.picture), `told ${lines}`],
        before: pictured(before),
        wrong:
          judge.check({ before, step, outcome, after: world }) ??
          keptProblem(step, world, judge.areTriesLost, met.picture),
      };
    },
  };
}

/** Returns the lines of the messages that are sure, and of all others if they were heard. */
function expectedLines(sent: readonly Message[], lines: readonly string[]): readonly string[] {
  const all = sent.map(messageText);
  return all.join() === lines.join() ? all : sent.filter(({ sure }) => sure).map(messageText);
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
