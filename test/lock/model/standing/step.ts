// Applies one event to a world.
import { hear, readMail } from "./client.ts";
import type { Event } from "./events.ts";
import type { WithoutGrant } from "./guards.ts";
import { type Before, type GrantViolation, judgeRun, judgeWorld } from "./judge.ts";
import { expire, forceRelease, javaLocks, javaUnlocks, type Ran, runScript } from "./redis.ts";
import { leave, send, turnAway } from "./requests.ts";
import { clientPlan, type GrantScenario, isolateOfOwner } from "./scenario.ts";
import {
  type Answer,
  clientAt,
  copyOf,
  FREE,
  isolateAt,
  NEVER,
  type Published,
  type Request,
  redisNow,
  type World,
} from "./world.ts";

export interface Step {
  readonly world: World;
  readonly violation: GrantViolation | undefined;
  /** For a run of a script. */
  readonly ran: (Ran & { readonly request: Request }) | undefined;
  /** Everything that was published. */
  readonly published: readonly Published[];
}

export function step(old: World, event: Event, scenario: GrantScenario, without: WithoutGrant): Step {
  const world = copyOf(old);
  const was: Before = { holder: old.redis.holder, list: old.redis.list };
  let violation: GrantViolation | undefined;
  let ran: Step["ran"];
  let published: readonly Published[] = [];
  switch (event.kind) {
    case "run": {
      const request = at(world.requests, event.at);
      if (event.again) world.duplicates -= 1;
      else world.requests.splice(event.at, 1);
      ran = { request, ...runScript(world, request, scenario, without) };
      published = ran.published;
      violation = judgeRun(world, scenario, { was, ...ran });
      if (event.answered) world.answers.push({ to: request, reply: ran.reply });
      break;
    }
    case "hear": {
      const answer: Answer = at(world.answers, event.at);
      violation = hear(world, answer, { scenario, without, withdrawn: event.withdrawn === true });
      break;
    }
    case "mail": {
      const mail = at(world.mail, event.at);
      if (event.again) world.duplicates -= 1;
      else world.mail.splice(event.at, 1);
      readMail(world, mail, { scenario, without });
      break;
    }
    case "force":
      world.forces -= 1;
      published = forceRelease(world, scenario, without);
      violation = judgeRun(world, scenario, { was, published });
      break;
    default:
      happen(world, event, scenario);
  }
  post(world, published, scenario);
  return { world, ran, published, violation: violation ?? judgeWorld(world, scenario) };
}

type Other = Exclude<Event, { readonly kind: "run" | "hear" | "mail" | "force" }>;

function happen(world: World, event: Other, scenario: GrantScenario): void {
  switch (event.kind) {
    case "tick":
      world.now += 1;
      if (scenario.isPrompt) world.mail = [];
      leaseMayEnd(world);
      break;
    case "send":
      send(world, event.client, event.op, scenario);
      break;
    case "pass":
      send(world, event.client, "pass", scenario, clientAt(world, event.next).owner);
      break;
    case "stop": {
      const client = clientAt(world, event.client);
      client.phase = client.phase === "renewing" ? "held" : "unknown";
      turnAway(world, client.owner);
      break;
    }
    case "leave":
      if (event.isKnown) world.cuts -= 1;
      leave(world, event.client, event.isKnown ? "left" : "done");
      break;
    case "forge": {
      const since = redisNow(world);
      world.forgeries -= 1;
      world.mail.push({ kind: "granted", owner: event.owner, at: since, ms: scenario.confirm, since, isForged: true });
      break;
    }
    case "die":
      die(world, event.isolate, scenario);
      break;
    case "java-locks":
      world.javaLocks -= 1;
      javaLocks(world);
      world.truth.isOwed = false;
      world.truth.quietSince = NEVER;
      break;
    case "java-unlocks":
      javaUnlocks(world);
      break;
    case "jump":
      world.jumps -= 1;
      world.jumped += 1;
      leaseMayEnd(world);
      break;
  }
}

function leaseMayEnd(world: World): void {
  const { truth } = world;
  if (!expire(world)) return;
  truth.live = FREE;
  truth.isOwed = false;
  // Waiters know when a lease ends.
  truth.quietSince = NEVER;
}

function die(world: World, isolate: number, scenario: GrantScenario): void {
  const isOfIt = (owner: number): boolean => isolateOfOwner(scenario, owner) === isolate;
  isolateAt(world, isolate).isAlive = false;
  const isAwaited = world.mail.some(({ owner }) => isOfIt(owner));
  world.mail = world.mail.filter(({ owner }) => !isOfIt(owner));
  for (const [number, client] of world.clients.entries()) {
    if (clientPlan(scenario, number).isolate !== isolate) continue;
    // Nobody else knows that the lock is free.
    if (isAwaited || client.isCalled || client.phase === "acquiring") world.truth.isOwed = false;
    leave(world, number, "dead");
  }
}

/** Where waiters may attempt at any time, a call to do so changes nothing. */
function post(world: World, published: readonly Published[], { isLossless }: GrantScenario): void {
  for (const each of published) {
    if ("owner" in each && (isLossless || each.kind === "granted")) world.mail.push(each);
  }
}

function at<T>(list: readonly T[], place: number): T {
  const item = list[place];
  if (item === undefined) throw new Error(`nothing at ${place}`);
  return item;
}
