// Applies one event to a world.
import type { Event } from "./events.ts";
import type { Without } from "./guards.ts";
import {
  before,
  isTheft,
  judgeBelief,
  judgeForce,
  judgeMessages,
  judgeRun,
  judgeWorld,
  type Violation,
} from "./judge.ts";
import { isHandedOver, runPass } from "./pass.ts";
import { free, isLocked, NEVER, type Op, type Redis, type Reply, Run } from "./redis.ts";
import type { Scenario } from "./scenario.ts";
import { type Answer, clientOf, copyOf, planOf, type Request, WAITS, type World } from "./world.ts";

export interface Step {
  readonly world: World;
  /** For a run of a script for one hold. */
  readonly ran: { readonly request: Request; readonly reply: Reply } | undefined;
  /** For a forced release. */
  readonly freed: 0 | 1 | undefined;
  readonly violation: Violation | undefined;
}

export function step(old: World, event: Event, scenario: Scenario, without: Without): Step {
  const world = copyOf(old);
  let ran: Step["ran"];
  let freed: Step["freed"];
  let violation: Violation | undefined;
  switch (event.kind) {
    case "tick":
      tick(world);
      break;
    case "run": {
      const request = at(world.requests, event.at);
      if (event.again) world.duplicates -= 1;
      else world.requests.splice(event.at, 1);
      const was = before(world.redis);
      const { reply, wrong } = run(world, request, scenario, without);
      violation = wrong ?? judgeMessages(was, world.redis);
      if (event.answered) world.answers.push(answer(request, reply));
      ran = { request, reply };
      break;
    }
    case "hear":
      hear(world, event, scenario, without);
      break;
    case "send":
      send(world, event.hold, event.op, scenario);
      break;
    case "pass":
      send(world, event.hold, "pass", scenario, event.next);
      break;
    case "by-text":
      ask(world, event.hold, event.op);
      break;
    case "stop":
      stop(world, event.hold, event.leaves);
      break;
    case "java-locks":
      javaLocks(world, scenario);
      break;
    case "java-unlocks":
      javaUnlocks(world, scenario);
      break;
    case "force": {
      const was = before(world.redis);
      const ranBefore = world.redis.latch !== undefined;
      freed = requestByOthers(world.redis, world.now, scenario, without);
      violation = judgeForce(was, world.redis, ranBefore);
      world.forces -= 1;
      if (!isLocked(world.redis)) nobodyHolds(world);
      world.forced ||= was.total > 0 && !isLocked(world.redis);
      break;
    }
    case "persist":
      world.persists -= 1;
      world.redis.until = NEVER;
      break;
    case "forget":
      world.forgets -= 1;
      world.forgot = true;
      world.redis.pages.fill(undefined);
      world.redis.records.fill(undefined);
      break;
  }
  return { world, ran, freed, violation: judged(world, violation, scenario) };
}

interface Executed {
  readonly reply: Reply;
  readonly wrong: Violation | undefined;
}

function run(world: World, request: Request, scenario: Scenario, without: Without): Executed {
  const { redis, now, truth } = world;
  if (request.op === "pass") return runPass(world, request, scenario, without);
  const was = before(redis);
  const reply = new Run(redis, now, planOf(scenario, request.hold), scenario.beyond, request, without).reply();
  if (!isTheft(scenario, was, request, reply, redis))
    return { reply, wrong: judgeRun(truth, was, redis, request, reply) };
  world.robbed |= truth.live;
  return { reply, wrong: judgeRun(truth, { ...was, total: 0 }, redis, request, reply) };
}

function judged(world: World, violation: Violation | undefined, scenario: Scenario): Violation | undefined {
  if (scenario.judged === "nothing") return undefined;
  if (scenario.judged === "belief" || world.forgot) return judgeBelief(world, scenario);
  const counts = violation !== "answer-changed" || scenario.judged === "all";
  return (counts ? violation : undefined) ?? judgeWorld(world, scenario);
}

function at<Item>(items: readonly Item[], place: number): Item {
  const item = items[place];
  if (item === undefined) throw new Error(`nothing in place ${place}`);
  return item;
}

/** Returns the part of a reply that a client uses; the count is only for display. */
function answer({ hold, op, last, sentAt, awaited, next }: Request, reply: Reply): Answer {
  const used = "holdCount" in reply ? { ...reply, holdCount: 0 } : reply;
  return { hold, op, last, reply: used, sentAt, isStale: !awaited, next };
}

function tick(world: World): void {
  world.now += 1;
  const { redis, now } = world;
  if (redis.until <= now && isLocked(redis)) {
    free(redis);
    nobodyHolds(world);
  }
  for (const [owner, page] of redis.pages.entries()) if (page && page.until <= now) redis.pages[owner] = undefined;
  for (const [hold, record] of redis.records.entries()) {
    if (record && record.until <= now) redis.records[hold] = undefined;
  }
  if (redis.latch && redis.latch.until <= now) redis.latch = undefined;
}

function nobodyHolds(world: World): void {
  world.truth.live = 0;
  world.truth.javaLive = 0;
}

/** Sends a request of this kind, as the next attempt if the client waits for one already. */
function send(world: World, hold: number, op: Op, scenario: Scenario, next?: number): void {
  const client = clientOf(world, hold);
  const goesOn = client.phase === WAITS[op] || (op === "acquire" && client.phase !== "start");
  client.tries = goesOn ? client.tries + 1 : 1;
  if (op === "renew") client.renewals -= 1;
  if (op === "check") client.checks -= 1;
  if (op === "release" || op === "cancel" || op === "pass") client.belief = 0;
  // A release after a pass without an answer is another call.
  const again = op === "release" && client.passesTo !== undefined;
  if (op === "pass" && client.phase !== "releasing" && next !== undefined) clientOf(world, next).phase = "receiving";
  client.passesTo = next;
  client.phase = WAITS[op];
  client.sentAt = world.now;
  const last = op === "acquire" && (planOf(scenario, hold).once || client.tries === scenario.tries);
  const epoch = op === "acquire" || op === "cancel" ? "" : client.epoch;
  turnAway(world, hold);
  const { now: sentAt } = world;
  world.requests.push({ hold, op, last, again, epoch, next, awaited: true, isClients: true, sentAt });
}

function ask(world: World, hold: number, op: "release" | "renew" | "check"): void {
  const client = clientOf(world, hold);
  client.byText -= 1;
  const { epoch } = client;
  const again = op === "release";
  world.requests.push({ hold, op, last: false, again, epoch, awaited: false, isClients: false, sentAt: world.now });
}

/** `leaves`: with a definite answer. */
function stop(world: World, hold: number, leaves = false): void {
  const client = clientOf(world, hold);
  client.phase = client.phase === "renewing" || client.phase === "checking" ? "held" : "unknown";
  if (leaves) client.phase = "done";
  client.passesTo = undefined;
  turnAway(world, hold);
}

/**
 * The client stops waiting. Its earlier request may still be executed, but the client does not get the reply, except in
 * a mix-up.
 */
function turnAway(world: World, hold: number): void {
  world.answers =
    world.mixups === 0
      ? world.answers.filter((answer) => answer.hold !== hold)
      : world.answers.map((answer) => (answer.hold === hold ? { ...answer, isStale: true } : answer));
  world.requests = world.requests.map((request) =>
    request.awaited && request.hold === hold ? { ...request, awaited: false } : request,
  );
}

function hear(
  world: World,
  { at: place, withdrawn }: Event & { readonly kind: "hear" },
  scenario: Scenario,
  without: Without,
): void {
  const answer = at(world.answers, place);
  const { hold, reply, isStale } = answer;
  const client = clientOf(world, hold);
  if (isStale) {
    world.mixups -= 1;
    world.answers.splice(place, 1);
    if (isNoAnswer(reply, without)) return;
  }
  const last = isStale ? client.tries === scenario.tries || planOf(scenario, hold).once : answer.last;
  const guard = reply.kind === "held" ? "grant-of-its-try" : "yes-of-this-try";
  const sentAt = without.has(guard) ? client.sentAt : answer.sentAt;
  const whence = answer.op === "pass" ? "next-from-sending" : "valid-from-sending";
  const from = without.has(whence) ? world.now : sentAt;
  const { lease, byText } = planOf(scenario, hold);
  turnAway(world, hold);
  switch (reply.kind) {
    case "held":
      client.epoch = reply.epoch;
      client.byText = byText;
      client.phase = "held";
      client.belief = from + (reply.remaining < 0 ? lease : reply.remaining);
      break;
    case "renewed":
      client.phase = "held";
      client.belief = Math.max(client.belief, from + lease);
      break;
    case "counted":
      client.phase = "held";
      client.belief = Math.max(client.belief, from + (reply.remaining < 0 ? lease : reply.remaining));
      break;
    case "busy":
      if (last) client.phase = "done";
      else if (isHandedOver(scenario, hold)) client.phase = "waiting";
      else send(world, hold, "acquire", scenario);
      break;
    case "no-lock":
      send(world, hold, "cancel", scenario);
      break;
    case "ended":
      client.phase = "done";
      client.belief = 0;
      client.passesTo = undefined;
      if (reply.passed && answer.next !== undefined) handOver(world, answer.next, from, { withdrawn, scenario });
      break;
  }
}

/**
 * The holder heard that the next hold was granted. Its waiter takes it, if it still waits for this. `withdrawn`: it did
 * not in time, and so the holder cancels it.
 */
function handOver(
  world: World,
  next: number,
  from: number,
  { withdrawn, scenario }: { readonly withdrawn: boolean | undefined; readonly scenario: Scenario },
): void {
  const waiter = clientOf(world, next);
  const { lease, byText } = planOf(scenario, next);
  if (withdrawn) {
    waiter.phase = "unknown";
    const cancel = { hold: next, op: "cancel", last: false, again: false, epoch: "" } as const;
    world.requests.push({ ...cancel, awaited: false, isClients: false, sentAt: world.now });
  } else if (waiter.phase === "receiving") {
    waiter.phase = "held";
    waiter.epoch = "";
    waiter.byText = byText;
    waiter.belief = from + lease;
  }
}

/**
 * The reply to an earlier attempt counts for a grant, timed from that attempt, and for an end, which never changes. Any
 * other may be outdated.
 */
function isNoAnswer({ kind }: Reply, without: Without): boolean {
  if (kind === "busy") return !without.has("busy-of-this-try");
  if (kind === "renewed" || kind === "counted") return !without.has("yes-of-this-try");
  return false;
}

/** Redisson's own lock and unlock set the lease, longer or shorter. */
function javaLocks(world: World, { java }: Scenario): void {
  if (java === undefined) return;
  const { redis, truth } = world;
  redis.counts[java.owner] = (redis.counts[java.owner] ?? 0) + 1;
  redis.until = world.now + java.lease;
  world.javaLocks -= 1;
  truth.javaLive += 1;
}

function javaUnlocks(world: World, { java }: Scenario): void {
  const { redis, truth } = world;
  const count = redis.counts[java?.owner ?? 0] ?? 0;
  if (java === undefined || count === 0) return;
  truth.javaLive -= 1;
  if (count > 1) {
    redis.counts[java.owner] = count - 1;
    redis.until = world.now + java.lease;
  } else {
    free(redis);
    redis.messages += 1;
  }
}

/** The lease that a renewal of an owner sets, in ticks. */
export const OWNERS_LEASE = 3;

/** Frees the lock, or acts on the holds of owner 0, once for all copies of the request. */
function requestByOthers(redis: Redis, now: number, { beyond, byOwner }: Scenario, without: Without): 0 | 1 {
  if (redis.latch !== undefined && !without.has("force-latch")) return redis.latch.freed;
  const isMeant = byOwner === undefined ? isLocked(redis) : redis.counts[0] !== 0;
  const page = redis.pages[0];
  if (isMeant && byOwner === "renew") {
    redis.until = Math.max(redis.until, now + OWNERS_LEASE);
    if (page !== undefined) {
      redis.pages[0] = { ...page, until: Math.max(page.until, now + OWNERS_LEASE + beyond) };
    }
  } else if (isMeant) {
    const until = Math.max(page?.until ?? 0, redis.until + beyond);
    if (byOwner === "release") redis.pages[0] = { epoch: "!r", end: "released-elsewhere", until };
    redis.messages += 1;
    free(redis);
  }
  const freed = isMeant ? 1 : 0;
  redis.latch = { freed, until: now + beyond };
  return freed;
}
