// Several callers of one lock, of which one gives up or is cut at each point of what the others do. There are no polls,
// so that a lost wake-up shows.
import type { Actor, ActorOptions } from "../actor.ts";
import type { Compiled } from "../bundle.ts";
import { type Asker, CASES, DirectedWorld, LONG_LEASE_MS, type Take } from "../directed-world.ts";
import { type DirectedPlay, directed, lasts } from "./play.ts";
import { AT_ONCE_MS, NO_POLLS, SHORT_LEASE_MS } from "./times.ts";

type Case = (typeof CASES)[number];

interface Scene {
  readonly world: DirectedWorld;
  readonly near: Actor;
  readonly far: Actor;
  ask(actor: Actor, plan: Parameters<DirectedWorld["asks"]>[2]): Asker;
}

// The release of the first holder.
const RELEASE_MS = 3_000;
// Before and after it, between the instants at which requests leave and arrive, at a round trip of 20 ms.
const AROUND_MS = Array.from({ length: 10 }, (_, at) => RELEASE_MS - 45 + 10 * at);
const AROUND_AN_END_MS = Array.from({ length: 8 }, (_, at) => 1_475 + 10 * at);
// Streams have been confirmed, and the first polls in queues are not due.
const LATE_RELEASE_MS = 4_500;
const CALLERS = 4;
const HOLD_MS = 30;
// A pass that nobody takes is given back, and a stream that was cut is replaced.
const AFTER_A_CUT_MS = SHORT_LEASE_MS + 1_000 + AT_ONCE_MS;
// Who releases; whether another waiter of its isolate was there before; and where the others are.
const BESIDE_A_CUT = [
  { by: "near", isLed: false, others: "near and far" },
  { by: "far", isLed: false, others: "near and far" },
  { by: "far", isLed: true, others: "near and far" },
  { by: "message", isLed: false, others: "near and far" },
  { by: "message", isLed: false, others: "near" },
  { by: "message", isLed: false, others: "far" },
  { by: "far", isLed: true, others: "near" },
] as const;
// Before the release, when no request is on its way.
const ASLEEP_MS = [1_700, RELEASE_MS - 15];

function scene(compiled: Compiled, { isWorker, take }: Case, locks: ActorOptions = {}): Scene {
  const world = new DirectedWorld(compiled, { isWorker, locks });
  const [near, far] = [world.isolate("near"), world.isolate("far")];
  return { world, near, far, ask: (actor, plan) => world.asks(actor, take, plan) };
}

function each(
  what: (platform: string) => string,
  run: (compiled: Compiled, on: Case) => Promise<void>,
  cases: readonly Case[] = CASES,
): DirectedPlay[] {
  return cases.map((on) => directed(`${what(on.platform)}: ${on.kind}`, (compiled) => run(compiled, on)));
}

/** Keeps a stream of one isolate open: another caller of it waits for another lock. */
function keepsStream({ world, near, far }: Scene): void {
  const other: Take = async ({ locks }, options) => {
    const held = await locks.lock("another").acquire({ ...options, leaseMs: LONG_LEASE_MS });
    return () => held.release();
  };
  world.asks(far, other, { holdMs: LONG_LEASE_MS });
  world.asks(near, other, { afterMs: 100 });
}

const IN_WORKERS = CASES.filter(({ isWorker }) => isWorker);

/** Those of a fair lock that were cut keep their places for a while. */
const mostMs = ({ kind }: Case): number => (kind.includes("fair") ? 15_000 + AT_ONCE_MS : AFTER_A_CUT_MS);

export const CALLERS_AT_ONCE: readonly DirectedPlay[] = [
  ...each(
    (platform) => `callers of two isolates in ${platform} follow one another at once`,
    async (compiled, on) => {
      const { world, near, far, ask } = scene(compiled, on, NO_POLLS);
      const askers = Array.from({ length: 2 * CALLERS }, (_, at) =>
        ask(at % 2 === 0 ? near : far, { afterMs: 7 * at, holdMs: HOLD_MS }),
      );
      await world.end(...askers);
      lasts("the last turn", Math.max(...askers.map(({ tookAt }) => tookAt)), 2 * CALLERS * (HOLD_MS + AT_ONCE_MS));
    },
  ),

  ...each(
    (platform) => `callers of two isolates in ${platform} follow one another, although messages are late`,
    async (compiled, on) => {
      for (const lateMs of [15, 45, 90]) {
        for (const holdMs of [0, 12]) {
          const { world, near, far, ask } = scene(compiled, on, NO_POLLS);
          world.network.delayOf = () => lateMs;
          const askers = Array.from({ length: 2 * CALLERS }, (_, at) =>
            ask(at % 4 === 3 ? far : near, { afterMs: 150 * (at % 3) + at, holdMs }),
          );
          await world.end(...askers);
          const mostMs = 2 * CALLERS * (holdMs + lateMs + 3 * AT_ONCE_MS);
          lasts(`the last turn, ${lateMs} ms late`, Math.max(...askers.map(({ tookAt }) => tookAt)), mostMs);
        }
      }
    },
  ),

  ...each(
    (platform) =>
      `callers of two isolates in ${platform} follow one another without an error, although messages get lost`,
    async (compiled, on) => {
      const { world, near, far, ask } = scene(compiled, on, NO_POLLS);
      world.world.after(1_200, () => {
        world.network.rates.lostMessage = 1;
      });
      const held = ask(far, { holdMs: 1_000 });
      const askers = [near, near, far].map((actor, at) => ask(actor, { afterMs: 100 + 200 * at, holdMs: 500 }));
      await world.end(held, ...askers);
      const last = Math.max(...askers.map(({ tookAt }) => tookAt));
      lasts("the last turn", last - held.gaveAt, askers.length * (NO_POLLS.pollMs + 2_000));
    },
  ),

  ...each(
    (platform) => `callers in ${platform} whose streams are confirmed late are called nevertheless`,
    async (compiled, on) => {
      const { world, near, far, ask } = scene(compiled, on, NO_POLLS);
      world.network.direct = (_, call) =>
        call.kind === "stream" && world.world.now < LATE_RELEASE_MS ? { kind: "late reply", ms: 3_000 } : undefined;
      const held = ask(far, { holdMs: LATE_RELEASE_MS });
      const askers = [near, far, near, far, near].map((actor, at) => ask(actor, { afterMs: 500 + 5 * at }));
      await world.end(held, ...askers);
      const last = Math.max(...askers.map(({ tookAt }) => tookAt));
      lasts("the last turn", last - held.gaveAt, askers.length * AT_ONCE_MS);
    },
  ),
];

export const CALLERS_BY_PHASES: readonly DirectedPlay[] = [
  ...each(
    (platform) => `a caller in ${platform} that asks while a waiter before it gives up is called by the next release`,
    async (compiled, on) => {
      for (const afterMs of AROUND_AN_END_MS) {
        const parts = scene(compiled, on, NO_POLLS);
        keepsStream(parts);
        const { world, near, far, ask } = parts;
        const held = ask(far, { holdMs: RELEASE_MS });
        const first = ask(near, { afterMs: 500, waitMs: 1_000 });
        const second = ask(near, { afterMs });
        await world.end(held, first, second);
        lasts(`the hand-over to a caller after ${afterMs} ms`, second.tookAt - held.gaveAt, AT_ONCE_MS);
      }
    },
  ),

  ...each(
    (platform) => `a waiter in ${platform} that gives up around a release delays nobody`,
    async (compiled, on) => {
      for (const [lateMs, atMs] of [0, 50].flatMap((ms) => AROUND_MS.map((at) => [ms, at] as const))) {
        const { world, near, far, ask } = scene(compiled, on, NO_POLLS);
        world.network.direct = ({ name }) => (name === "near" ? { kind: "late reply", ms: lateMs } : undefined);
        const held = ask(far, { holdMs: RELEASE_MS });
        const first = ask(near, { afterMs: 500, waitMs: atMs - 500 });
        const others = [ask(near, { afterMs: 1_000 }), ask(far, { afterMs: 1_500 })];
        await world.end(held, first, ...others);
        for (const { tookAt } of others)
          lasts(`the way beside an end at ${atMs} ms`, tookAt - held.gaveAt, 4 * AT_ONCE_MS);
      }
    },
  ),

  ...each(
    () => "a waiter whose invocation was cut while it slept delays others by a short lease at most, where nobody polls",
    async (compiled, on) => {
      for (const atMs of ASLEEP_MS) {
        for (const { by, isLed, others } of BESIDE_A_CUT) {
          const parts = scene(compiled, on, NO_POLLS);
          const { world, near, far, ask } = parts;
          if (atMs === ASLEEP_MS[0] || others === "far") keepsStream(parts);
          const askers: Asker[] = [];
          if (by === "message") askers.push(ask(far, { holdMs: 200 }));
          // The lock of a hold that a message granted is left free for a moment, and its first waiter is called.
          const [actor, afterMs] = by === "message" ? [world.isolate("between"), 100] : [by === "near" ? near : far, 0];
          const held = ask(actor, { afterMs, holdMs: RELEASE_MS - 2 * afterMs });
          // Another one before it may read the stream.
          if (isLed) askers.push(ask(near, { afterMs: 400 }));
          const cut = ask(near, { afterMs: 500 });
          world.world.after(atMs, () => cut.invocation.cut());
          if (others !== "far") askers.push(ask(near, { afterMs: 1_000 }), ask(near, { afterMs: 1_200 }));
          if (others !== "near") askers.push(ask(far, { afterMs: 1_500 }));
          await world.end(held, cut, ...askers);
          const last = Math.max(...askers.map(({ tookAt }) => tookAt));
          const how = `cut at ${atMs} ms, release by ${by}, ${isLed ? "led" : "leading"}, others ${others}`;
          lasts(`the way of all others, ${how}`, last - held.gaveAt, mostMs(on));
        }
      }
    },
    IN_WORKERS,
  ),

  ...each(
    () =>
      "a waiter whose invocation is cut around a release delays others by a short lease at most, where nobody polls",
    async (compiled, on) => {
      for (const atMs of AROUND_MS) {
        for (const holderIsNear of [true, false]) {
          const { world, near, far, ask } = scene(compiled, on, NO_POLLS);
          const held = ask(holderIsNear ? near : far, { holdMs: RELEASE_MS });
          const cut = ask(near, { afterMs: 500, holdMs: 1_000 });
          world.world.after(atMs, () => cut.invocation.cut());
          const others = [ask(near, { afterMs: 1_000 }), ask(near, { afterMs: 1_200 }), ask(far, { afterMs: 1_500 })];
          const served = others.filter(() => Number.isNaN(cut.tookAt));
          await world.end(cut, ...served);
          // It has what it died with.
          if (!Number.isNaN(cut.tookAt)) continue;
          for (const { tookAt } of others)
            lasts(`the way beside a cut at ${atMs} ms`, tookAt - held.gaveAt, mostMs(on));
        }
      }
    },
    IN_WORKERS,
  ),
];
