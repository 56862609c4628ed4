// The harm that a world does to its isolates: in windows, with calm between them.

import type { Database } from "../../../src/engine/simulation/database.ts";
import type { Network } from "../../../src/engine/simulation/network.ts";
import { CALM } from "../../../src/engine/simulation/network.ts";
import type { Random } from "../../../src/engine/simulation/random.ts";
import type { Actor } from "./actor.ts";
import { type Checks, DISTURBED_MS, type Resource } from "./checks.ts";
import type { Profile } from "./profile.ts";
import { ServiceIsolate } from "./service-isolate.ts";

/** The world that is harmed. */
export interface Harmed {
  readonly network: Network;
  readonly database: Database;
  readonly profile: Profile;
  readonly random: Random;
  readonly resources: readonly Resource[];
  readonly checks: Checks;
  isolates(): readonly Harmable[];
  /** Adds an isolate in the place of a dead one. */
  replace(dead: Harmable): void;
}

/** An isolate that may be harmed: of callers, or of a service. */
export type Harmable = Actor | ServiceIsolate;

// The clock of Redis is wrong, or its answers are, until the leases of before have ended.
const CLOCK_FAULT_MS = 30_000;
const LAST_WINDOW_MS = 5_000;

/** Plans the first window. */
export function harm(harmed: Harmed): void {
  const { profile, random, network } = harmed;
  if (!Object.values(profile.harm).some((does) => does)) return;
  network.world.after(random.between(500, 20_000), () => openWindow(harmed));
}

function openWindow(harmed: Harmed): void {
  const { network, profile, random } = harmed;
  const { world } = network;
  if (world.now > profile.seconds * 1_000 - LAST_WINDOW_MS) return;
  const ms = random.between(1_000, 15_000);
  if (profile.harm.network) disturbNetwork(harmed);
  for (let count = random.between(0, 3); count > 0; count -= 1) {
    world.after(random.next() * ms, () => strike(harmed));
  }
  world.after(ms, () => {
    Object.assign(network.rates, CALM);
    world.after(random.between(8_000, 40_000), () => openWindow(harmed));
  });
}

function disturbNetwork({ network, profile, random }: Harmed): void {
  const rate = random.oneOf([0.01, 0.05, 0.2]);
  const some = (): number => (random.chance(0.5) ? rate : 0);
  Object.assign(network.rates, {
    reset: some(),
    loss: some(),
    late: some(),
    doubled: some(),
    // A light lock cannot recognise them.
    foreign: profile.harm.foreignReplies && !profile.programs.includes("light") ? some() : 0,
    lostMessage: some(),
    doubledMessage: some(),
    cutStream: random.oneOf([0, 0.5, 1]),
    deafStream: some(),
  });
  if (!random.chance(0.3)) return;
  for (const stream of [...network.streams]) if (random.chance(0.5)) stream.cut(random.chance(0.4));
}

/** Does one sort of harm, to one isolate or to Redis. */
function strike(harmed: Harmed): void {
  const { network, profile, random, resources, isolates, database } = harmed;
  const { world } = network;
  const alive = isolates().filter(({ isolate }) => !isolate.isDead);
  if (alive.length === 0) return;
  const actor = random.oneOf(alive);
  const { isolate } = actor;
  const kinds: [isPossible: boolean, strike: () => void][] = [
    [profile.harm.kills, () => kill(harmed, actor)],
    [profile.harm.cuts && actor.invocations.size > 0 && isolate.isWorker, () => cut(harmed, actor)],
    [profile.harm.suspensions, () => suspend(harmed, actor)],
    [profile.harm.restarts, () => database.restart(true, random.oneOf([10, 500, 4_000]))],
    [profile.harm.restarts, () => database.flushScripts()],
    [
      profile.harm.dataLoss,
      () => {
        disturb(resources, world.now);
        for (const resource of resources) resource.hasLostData = true;
        // Where its clock is set back, too, tokens may fall: docs/audit/guarantees.md.
        if (profile.harm.redisClock) for (const resource of resources) resource.highestToken = 0n;
        database.restart(false, random.oneOf([10, 500, 4_000]));
      },
    ],
    [
      profile.harm.redisClock,
      () => {
        const ms = random.between(-20_000, 20_000);
        world.fault(`Redis' clock jumps by ${ms} ms`, { forMs: CLOCK_FAULT_MS });
        disturb(resources, world.now);
        database.moveClock(ms);
      },
    ],
    [profile.harm.wallClocks, () => isolate.jumpWall(random.between(-10_000, 3_000))],
  ];
  const possible = kinds.filter(([isPossible]) => isPossible);
  if (possible.length > 0) random.oneOf(possible)[1]();
}

function disturb(resources: readonly Resource[], now: number): void {
  for (const resource of resources) resource.disturbedUntil = Math.max(resource.disturbedUntil, now + DISTURBED_MS);
}

function kill({ network: { world }, random, replace }: Harmed, actor: Harmable): void {
  actor.isolate.kill();
  const awayMs = random.exponential(3_000);
  if (actor instanceof ServiceIsolate) world.fault(`${actor.name} is away`, { forMs: awayMs });
  world.after(awayMs, () => replace(actor));
}

function cut({ network, random }: Harmed, { invocations, name }: Harmable): void {
  network.world.fault(`an invocation of ${name} is cut`);
  random.oneOf([...invocations]).cut();
}

function suspend({ random, network, resources, checks }: Harmed, actor: Harmable): void {
  const ms = random.exponential(random.oneOf([300, 3_000, 30_000]));
  actor.isolate.suspend(ms, random.chance(0.5), () => {
    actor.resumedAt = network.world.now;
    for (const { beliefs } of resources) {
      for (const belief of beliefs) if (belief.actor === actor) checks.exclusive(belief, "after a suspension");
    }
  });
}
