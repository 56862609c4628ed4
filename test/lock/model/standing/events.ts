// All events that are possible next.
import { matters } from "./client.ts";
import type { WithoutGrant } from "./guards.ts";
import { clientOfOwner, clientPlan, type GrantScenario, isolateOfOwner, isolatePlan } from "./scenario.ts";
import { type Client, clientAt, FREE, isolateAt, JAVA, type Op, WAITS, type World } from "./world.ts";

export type Event =
  | { readonly kind: "tick" }
  /** Executes the request at this index; `again`: a copy stays; `answered`: the reply is sent to the client. */
  | { readonly kind: "run"; readonly at: number; readonly again: boolean; readonly answered: boolean }
  /** Delivers the reply at this index. */
  | { readonly kind: "hear"; readonly at: number; readonly withdrawn?: boolean }
  /** Delivers the message at this index; `again`: a copy stays. */
  | { readonly kind: "mail"; readonly at: number; readonly again: boolean }
  | { readonly kind: "send"; readonly client: number; readonly op: Op }
  /** The holder releases the lock, and passes it on to this client, which accepted it. */
  | { readonly kind: "pass"; readonly client: number; readonly next: number }
  /** The client waits for the reply to a renewal no longer; after a release or cancel it leaves. */
  | { readonly kind: "stop"; readonly client: number }
  /** A waiter leaves without a cancel. `isKnown`: its isolate lives on and knows that it left. */
  | { readonly kind: "leave"; readonly client: number; readonly isKnown: boolean }
  | { readonly kind: "die"; readonly isolate: number }
  /** Somebody says that this owner was granted the lock. */
  | { readonly kind: "forge"; readonly owner: number }
  | { readonly kind: "java-locks" | "java-unlocks" | "force" | "jump" };

const MOST_ENDS = 2;

/** Returns them in an order that depends on the world alone. */
export function eventsOf(world: World, scenario: GrantScenario, without: WithoutGrant): Event[] {
  const events: Event[] = [];
  if (world.now < scenario.ticks) events.push({ kind: "tick" });
  addNetwork(events, world, scenario, without);
  for (const [client, state] of world.clients.entries()) addClient(events, state, client, { world, scenario, without });
  addOthers(events, world, scenario);
  return events;
}

function addNetwork(events: Event[], world: World, scenario: GrantScenario, without: WithoutGrant): void {
  const { isLossless } = scenario;
  const mayStay = world.duplicates > 0 ? [false, true] : [false];
  for (const [at, request] of world.requests.entries()) {
    // Two copies of one request are equivalent.
    if (request === world.requests[at - 1]) continue;
    for (const again of mayStay) {
      if (!isLossless || !request.awaited) events.push({ kind: "run", at, again, answered: false });
      if (request.awaited) events.push({ kind: "run", at, again, answered: true });
    }
  }
  for (const [at, { to, reply }] of world.answers.entries()) {
    events.push({ kind: "hear", at });
    if (reply.kind !== "ended" || !reply.passed || isLossless) continue;
    if (clientAt(world, clientOfOwner(scenario, to.next)).phase === "receiving") {
      events.push({ kind: "hear", at, withdrawn: true });
    }
  }
  for (const [at, mail] of world.mail.entries()) {
    if (!isolateAt(world, isolateOfOwner(scenario, mail.owner)).isAlive) continue;
    const isOfUse = matters(world, mail, scenario, without);
    for (const again of isOfUse ? mayStay : [false]) events.push({ kind: "mail", at, again });
  }
}

interface Around {
  readonly world: World;
  readonly scenario: GrantScenario;
  readonly without: WithoutGrant;
}

function addClient(events: Event[], state: Client, client: number, around: Around): void {
  const { world, scenario } = around;
  switch (state.phase) {
    case "start":
      events.push({ kind: "send", client, op: "acquire" });
      break;
    case "acquiring":
    case "waiting":
    case "receiving":
      addWaiter(events, state, client, around);
      break;
    case "held":
      if (state.renewals > 0 && state.belief > world.now) events.push({ kind: "send", client, op: "renew" });
      events.push({ kind: "send", client, op: "release" });
      for (const next of nextOf(world, scenario, client)) events.push({ kind: "pass", client, next });
      break;
    case "renewing":
      if (!scenario.isLossless) events.push({ kind: "stop", client });
      break;
    case "releasing":
    case "cancelling":
      if (scenario.isLossless) break;
      if (state.asked >= MOST_ENDS) events.push({ kind: "stop", client });
      else if (state.passesTo !== FREE) {
        events.push({ kind: "pass", client, next: clientOfOwner(scenario, state.passesTo) });
      } else events.push({ kind: "send", client, op: state.phase === "releasing" ? "release" : "cancel" });
      break;
  }
}

function addWaiter(events: Event[], state: Client, client: number, { world, scenario, without }: Around): void {
  const mayAsk = state.asked < scenario.attempts;
  const isIdle = state.phase !== "acquiring";
  if (scenario.isLossless) {
    if (isIdle && mayAsk && state.isCalled) events.push({ kind: "send", client, op: "acquire" });
    return;
  }
  if (mayAsk) events.push({ kind: "send", client, op: "acquire" });
  if (isIdle && without.has("leaves-with-cancel")) events.push({ kind: "leave", client, isKnown: false });
  else if (isIdle || !mayAsk) events.push({ kind: "send", client, op: "cancel" });
  if (isIdle && world.cuts > 0) events.push({ kind: "leave", client, isKnown: true });
}

/** The waiters that a holder may pass the lock on to. */
function nextOf(world: World, scenario: GrantScenario, client: number): number[] {
  if (!scenario.passes) return [];
  const { isolate } = clientPlan(scenario, client);
  return [...world.clients.keys()].filter(
    (other) => clientPlan(scenario, other).isolate === isolate && clientAt(world, other).phase === "waiting",
  );
}

function addOthers(events: Event[], world: World, scenario: GrantScenario): void {
  const { holder } = world.redis;
  for (const [isolate, { isAlive }] of world.isolates.entries()) {
    if (isAlive && isolatePlan(scenario, isolate).mayDie) events.push({ kind: "die", isolate });
  }
  if (world.forgeries > 0) {
    const waiting = world.clients.filter(({ phase }) => phase === "waiting");
    for (const { owner } of waiting) events.push({ kind: "forge", owner });
  }
  if (world.javaLocks > 0 && holder === FREE) events.push({ kind: "java-locks" });
  if (holder === JAVA) events.push({ kind: "java-unlocks" });
  if (world.forces > 0 && holder !== FREE) events.push({ kind: "force" });
  if (world.jumps > 0 && isCalm(world)) events.push({ kind: "jump" });
}

/** Nobody believes in a hold, or is about to: a jump of Redis' clock breaks the holds of any lock. */
function isCalm({ now, clients, answers, mail }: World): boolean {
  const isIdle = clients.every(({ belief, phase }) => belief <= now && phase !== WAITS.renew);
  const isUnanswered = answers.every(({ reply }) => reply.kind !== "held" && reply.kind !== "renewed");
  return isIdle && isUnanswered && mail.every(({ kind }) => kind !== "granted");
}
