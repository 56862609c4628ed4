// What a client does with a reply, or with a message on the mailbox of its isolate.
import type { WithoutGrant } from "./guards.ts";
import type { GrantViolation } from "./judge.ts";
import { cancelFor, turnAway } from "./requests.ts";
import { clientOfOwner, clientPlan, type GrantScenario, isolateOfOwner, isolatePlan } from "./scenario.ts";
import { validUntil } from "./validity.ts";
import {
  type Answer,
  CALLED,
  type Client,
  clientAt,
  FREE,
  isolateAt,
  type Mail,
  NEVER,
  type Reply,
  type World,
} from "./world.ts";

interface Around {
  readonly scenario: GrantScenario;
  readonly without: WithoutGrant;
}

/** `withdrawn`: the waiter to which the lock was passed did not take it. */
export function hear(
  world: World,
  { to, reply }: Answer,
  { scenario, without, withdrawn }: Around & { readonly withdrawn: boolean },
): GrantViolation | undefined {
  const number = clientOfOwner(scenario, to.owner);
  const client = clientAt(world, number);
  const { isolate, lease } = clientPlan(scenario, number);
  const wasPhase = client.phase;
  turnAway(world, to.owner);
  switch (reply.kind) {
    case "held":
      hold(client, to.sentAt + reply.remaining);
      return undefined;
    case "renewed":
      client.phase = "held";
      client.belief = Math.max(client.belief, to.sentAt + lease);
      return undefined;
    case "busy": {
      if (reply.stands === undefined) client.phase = "done";
      else {
        client.phase = "waiting";
        client.listed = reply.stands;
        const anchor = { redis: reply.at, sentAt: without.has("anchor-of-sending") ? world.now : to.sentAt };
        const home = isolateAt(world, isolate);
        if (home.anchor === undefined || anchor.sentAt >= home.anchor.sentAt) home.anchor = anchor;
      }
      return undefined;
    }
    case "ended":
      client.phase = "done";
      client.belief = 0;
      if (client.passesTo !== FREE) handOver(world, { to, reply }, { scenario, withdrawn });
      client.passesTo = FREE;
      return wasPhase === "acquiring" ? goOn(client, reply, { scenario, without }) : undefined;
  }
}

function hold(client: Client, until: number): void {
  client.phase = "held";
  client.belief = until;
  client.asked = 0;
  client.isCalled = false;
}

/** The holder heard what became of the lock. Its waiter takes it, or waits on. */
function handOver(
  world: World,
  { to, reply }: { readonly to: Answer["to"]; readonly reply: Extract<Reply, { kind: "ended" }> },
  { scenario, withdrawn }: { readonly scenario: GrantScenario; readonly withdrawn: boolean },
): void {
  const next = clientOfOwner(scenario, to.next);
  const waiter = clientAt(world, next);
  if (waiter.phase !== "receiving" || waiter.owner !== to.next) return;
  if (!reply.passed) waiter.phase = "waiting";
  else if (withdrawn) {
    waiter.phase = "left";
    cancelFor(world, to.next);
  } else {
    hold(waiter, to.sentAt + clientPlan(scenario, next).lease);
    waiter.since = to.since;
    if (to.since !== NEVER) world.truth.heard |= 1 << to.next;
  }
}

/** A waiter that did not hear of its grant loses a lock that it never held: its next acquire has a new owner. */
function goOn(
  client: Client,
  { end }: Extract<Reply, { kind: "ended" }>,
  { scenario, without }: Around,
): GrantViolation | undefined {
  if (!scenario.goesOn || client.listed === undefined || (end !== "lost" && end !== "stolen")) return undefined;
  if (without.has("goes-on")) return "lost-waiter";
  const next = client.owner + scenario.clients.length;
  // In the model, a client goes on once.
  if (next >= 2 * scenario.clients.length) return undefined;
  client.phase = "start";
  client.owner = next;
  client.asked = 0;
  client.listed = undefined;
  return undefined;
}

export function readMail(world: World, mail: Mail, { scenario, without }: Around): void {
  const number = clientOfOwner(scenario, mail.owner);
  const client = clientAt(world, number);
  const isItsOwner = client.owner === mail.owner;
  const isWaiting = client.phase === "acquiring" || client.phase === "waiting" || client.phase === "receiving";
  const isSealed = mail.kind === "granted" && (mail.isForged !== true || without.has("sealed"));
  if (!isSealed) {
    // A call for later than that is of no use if the grant before it is heard.
    const isNow = mail.kind !== "next" || mail.ms >= CALLED;
    if (isItsOwner && isWaiting && isNow) client.isCalled = true;
    return;
  }
  if (isItsOwner && isWaiting) {
    takeGrant(world, mail, number, { scenario, without });
    return;
  }
  const hasLeft = isItsOwner && client.phase === "left";
  if (hasLeft || without.has("gives-back-known")) cancelFor(world, mail.owner);
}

function takeGrant(
  world: World,
  mail: Extract<Mail, { kind: "granted" }>,
  number: number,
  { scenario, without }: Around,
): void {
  const { isolate } = clientPlan(scenario, number);
  const clock = world.now + isolatePlan(scenario, isolate).clock;
  const until = validUntil(mail, isolateAt(world, isolate), { now: world.now, clock, without });
  if (until <= world.now) return;
  const client = clientAt(world, number);
  turnAway(world, mail.owner);
  hold(client, until);
  client.since = without.has("since-carried") ? NEVER : mail.since;
  world.truth.heard |= 1 << mail.owner;
}

/** A message to nobody who waits, or has left, changes nothing. */
export function matters(world: World, { owner }: Mail, scenario: GrantScenario, without: WithoutGrant): boolean {
  if (!isolateAt(world, isolateOfOwner(scenario, owner)).isAlive) return false;
  if (without.has("gives-back-known")) return true;
  const client = clientAt(world, clientOfOwner(scenario, owner));
  return client.owner === owner && (mayStand(client) || client.phase === "left");
}

export function mayStand({ phase }: Client): boolean {
  return phase === "start" || phase === "acquiring" || phase === "waiting" || phase === "receiving";
}
