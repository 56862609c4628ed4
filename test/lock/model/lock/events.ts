// All events that are possible next.
import type { Without } from "./guards.ts";
import { offeredTo } from "./pass.ts";
import { isLocked, NEVER, type Op } from "./redis.ts";
import { javaIsOurs, type Scenario } from "./scenario.ts";
import { type Client, clientOf, planOf, type Request, WAITS, type World } from "./world.ts";

export type Event =
  | { readonly kind: "tick" }
  /** Executes the request at this index; `again`: a copy stays; `answered`: the reply is sent to the client. */
  | { readonly kind: "run"; readonly at: number; readonly again: boolean; readonly answered: boolean }
  /** Delivers the reply at this index. `withdrawn`: the waiter did not take the lock that was passed on to it. */
  | { readonly kind: "hear"; readonly at: number; readonly withdrawn?: boolean }
  | { readonly kind: "send"; readonly hold: number; readonly op: Op }
  /** The holder releases the lock, and passes it on to a waiter that accepted it. */
  | { readonly kind: "pass"; readonly hold: number; readonly next: number }
  /** A client with the hold's text sends a request, and ignores the reply. */
  | { readonly kind: "by-text"; readonly hold: number; readonly op: "release" | "renew" | "check" }
  /**
   * The client stops waiting for the reply to a renewal or check; after a release or cancel it leaves. A waiter that
   * accepted an offer is cut. `leaves`: the waiter ends its call.
   */
  | { readonly kind: "stop"; readonly hold: number; readonly leaves?: boolean }
  | { readonly kind: "java-locks" }
  | { readonly kind: "java-unlocks" }
  | { readonly kind: "force" }
  | { readonly kind: "persist" }
  | { readonly kind: "forget" };

/** Returns them in an order that depends on the world alone. */
export function eventsOf(world: World, scenario: Scenario, without: Without): Event[] {
  const events: Event[] = [];
  if (world.now < scenario.ticks) events.push({ kind: "tick" });
  addNetwork(events, world, scenario);
  for (const [hold, client] of world.clients.entries()) addClient(events, client, hold, { world, scenario, without });
  addOthers(events, world, scenario);
  return events;
}

function addNetwork(events: Event[], world: World, scenario: Scenario): void {
  for (const [at, request] of world.requests.entries()) {
    // Two copies of one request are equivalent.
    if (request === world.requests[at - 1]) continue;
    if (scenario.latest !== undefined && world.now - request.sentAt > scenario.latest) continue;
    for (const again of world.duplicates > 0 ? [false, true] : [false]) {
      events.push({ kind: "run", at, again, answered: false });
      if (request.awaited || mayMixUp(world, request)) events.push({ kind: "run", at, again, answered: true });
    }
  }
  for (const [at, answer] of world.answers.entries()) {
    if (answer.isStale && !isWaitedFor(world, answer)) continue;
    if (isStopped(world, clientOf(world, answer.hold), scenario)) continue;
    events.push({ kind: "hear", at });
    const { reply, next } = answer;
    if (reply.kind !== "ended" || !reply.passed || next === undefined) continue;
    if (clientOf(world, next).phase === "receiving") events.push({ kind: "hear", at, withdrawn: true });
  }
}

function mayMixUp(world: World, { isClients, hold, op }: Request): boolean {
  return isClients && isWaitedFor(world, { hold, op });
}

/** Returns whether its client waits for the reply to a later request of this kind, and may get this one. */
function isWaitedFor(world: World, { hold, op }: Pick<Request, "hold" | "op">): boolean {
  return world.mixups > 0 && clientOf(world, hold).phase === WAITS[op];
}

interface Around {
  readonly world: World;
  readonly scenario: Scenario;
  readonly without: Without;
}

function addClient(events: Event[], client: Client, hold: number, { world, scenario, without }: Around): void {
  if (client.phase === "done" && client.byText > 0) {
    for (const op of ["release", "renew", "check"] as const) events.push({ kind: "by-text", hold, op });
  }
  if (isStopped(world, client, scenario)) return;
  const again = client.tries < scenario.tries;
  switch (client.phase) {
    case "start":
      if (isOwnerKnown(world, scenario, hold)) events.push({ kind: "send", hold, op: "acquire" });
      break;
    case "acquiring":
      if (again) events.push({ kind: "send", hold, op: "acquire" });
      if (!again || scenario.givesUp === "anywhere") events.push({ kind: "send", hold, op: "cancel" });
      break;
    case "held":
      if (client.belief > world.now && client.renewals > 0) events.push({ kind: "send", hold, op: "renew" });
      if (client.belief > world.now && client.checks > 0) events.push({ kind: "send", hold, op: "check" });
      events.push({ kind: "send", hold, op: "release" });
      for (const next of offeredTo(world, scenario, hold)) events.push({ kind: "pass", hold, next });
      // The grant and the abort of the call coincided, so that the hold's record is young.
      if (scenario.givesUp === "anywhere" && scenario.latest === undefined)
        events.push({ kind: "send", hold, op: "cancel" });
      break;
    case "renewing":
    case "checking":
      events.push({ kind: "stop", hold });
      break;
    case "waiting":
    case "receiving":
      events.push({ kind: "send", hold, op: "acquire" });
      events.push({ kind: "send", hold, op: "cancel" });
      if (client.phase === "receiving") events.push({ kind: "stop", hold });
      if (client.phase === "receiving" && without.has("next-cancels")) {
        events.push({ kind: "stop", hold, leaves: true });
      }
      break;
    case "releasing":
    case "cancelling":
      if (again && client.passesTo !== undefined) events.push({ kind: "pass", hold, next: client.passesTo });
      if (again) events.push({ kind: "send", hold, op: client.phase === "releasing" ? "release" : "cancel" });
      else events.push({ kind: "stop", hold });
      break;
  }
}

/** Returns whether the client has been idle for longer than requests may take: it then stays idle. */
function isStopped(world: World, client: Client, scenario: Scenario): boolean {
  const waits = client.phase !== "start" && client.phase !== "held";
  return waits && scenario.latest !== undefined && world.now - client.sentAt > scenario.latest;
}

function addOthers(events: Event[], world: World, scenario: Scenario): void {
  const { redis, truth } = world;
  const { java } = scenario;
  const locked = isLocked(redis);
  if (java !== undefined) {
    // Java, starting a new life of the lock under an owner of ours, would write no epoch. docs/audit/replay-safety.md
    // forbids it.
    const mayTake = !javaIsOurs(scenario) || !wasGranted(world, scenario, java.owner);
    const may = locked ? (redis.counts[java.owner] ?? 0) > 0 : mayTake;
    if (world.javaLocks > 0 && may) events.push({ kind: "java-locks" });
    if (truth.javaLive > 0) events.push({ kind: "java-unlocks" });
  }
  if (world.forces > 0) events.push({ kind: "force" });
  if (world.persists > 0 && locked && redis.until !== NEVER) events.push({ kind: "persist" });
  if (world.forgets > 0) events.push({ kind: "forget" });
}

/** Returns whether other clients can pass the owner. A default hold's random owner is known from its grant. */
function isOwnerKnown(world: World, scenario: Scenario, hold: number): boolean {
  const plan = planOf(scenario, hold);
  const first = scenario.holds.findIndex(({ owner, isDefault }) => owner === plan.owner && isDefault);
  return first < 0 || plan.isDefault || ((world.truth.granted >> first) & 1) === 1;
}

function wasGranted(world: World, scenario: Scenario, owner: number): boolean {
  return scenario.holds.some((plan, hold) => plan.owner === owner && ((world.truth.granted >> hold) & 1) === 1);
}
