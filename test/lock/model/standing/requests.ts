// What clients send, and how they stop waiting for an answer.
import { clientOfOwner, clientPlan, type GrantScenario } from "./scenario.ts";
import { clientAt, FREE, isolateAt, NEVER, type Op, type Request, WAITS, type World } from "./world.ts";

/** `next`: the owner that a pass is for. */
export function send(world: World, number: number, op: Op, scenario: GrantScenario, next: number = FREE): void {
  const client = clientAt(world, number);
  const { phase, owner } = client;
  turnAway(world, owner);
  client.phase = WAITS[op];
  client.isCalled = false;
  const isSameCall = op === "acquire" || phase === WAITS[op];
  client.asked = isSameCall ? client.asked + 1 : 1;
  const { once, isolate } = clientPlan(scenario, number);
  const last = op === "acquire" && (once || client.asked >= scenario.attempts);
  if (op === "renew") {
    client.renewals -= 1;
    client.asked = 0;
  }
  if (op === "release" || op === "pass") client.belief = 0;
  if (op === "pass") {
    client.passesTo = next;
    const waiter = clientAt(world, clientOfOwner(scenario, next));
    // When the pass is sent again, it may have got the lock by its own attempt.
    if (waiter.phase === "waiting") waiter.phase = "receiving";
  }
  const { anchor } = isolateAt(world, isolate);
  const seen = op !== "acquire" || anchor === undefined ? NEVER : anchor.redis + world.now - anchor.sentAt;
  world.requests.push({
    ...{ op, owner, last, next, awaited: true, sentAt: world.now, listed: listedOf(world, op, number, next, scenario) },
    since: op === "release" || op === "pass" ? client.since : NEVER,
    seen: scenario.standing === undefined ? NEVER : seen,
  });
}

function listedOf(world: World, op: Op, client: number, next: number, scenario: GrantScenario): Request["listed"] {
  if (op === "pass") return clientAt(world, clientOfOwner(scenario, next)).listed;
  return op === "acquire" || op === "cancel" ? clientAt(world, client).listed : undefined;
}

/** Gives back what an owner without a client may be granted. */
export function cancelFor(world: World, owner: number): void {
  const fixed = {
    last: false,
    awaited: false,
    sentAt: world.now,
    listed: undefined,
    since: NEVER,
    next: FREE,
  } as const;
  world.requests.push({ op: "cancel", owner, ...fixed, seen: NEVER });
}

/** The client sends nothing more. */
export function leave(world: World, number: number, phase: "left" | "done" | "dead"): void {
  const client = clientAt(world, number);
  turnAway(world, client.owner);
  client.phase = phase;
  client.belief = 0;
  client.isCalled = false;
}

/** Its earlier request may still be executed, but nobody gets the reply. */
export function turnAway(world: World, owner: number): void {
  world.answers = world.answers.filter(({ to }) => to.owner !== owner);
  world.requests = world.requests.map((request) =>
    request.awaited && request.owner === owner ? { ...request, awaited: false } : request,
  );
}
