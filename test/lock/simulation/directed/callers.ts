// Several callers of one lock, of which one gives up or is cut at each point of what the others do. There are no polls,
// so that a lost wake-up shows.
import type { Actor } from "../actor.ts";
import type { Compiled } from "../bundle.ts";
import { type Asker, CASES, DirectedWorld } from "../directed-world.ts";
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
const AROUND_MS = Array.from({ length: 20 }, (_, at) => RELEASE_MS - 55 + 10 * at);
const FIRST_REQUESTS_MS = Array.from({ length: 12 }, (_, at) => 5 + 10 * at);
const CALLERS = 4;
const HOLD_MS = 30;
// A pass that nobody takes is given back, and a stream that was cut is replaced.
const AFTER_A_CUT_MS = SHORT_LEASE_MS + 1_000 + AT_ONCE_MS;

function scene(compiled: Compiled, { isWorker, take }: Case): Scene {
  const world = new DirectedWorld(compiled, { isWorker, locks: NO_POLLS });
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

const IN_WORKERS = CASES.filter(({ isWorker }) => isWorker);

/** Those of a fair lock that were cut keep their places for a while. */
const cutDelayMs = ({ kind }: Case): number => (kind.includes("fair") ? 15_000 + AT_ONCE_MS : AFTER_A_CUT_MS);

export const CALLERS_AT_ONCE: readonly DirectedPlay[] = [
  ...each(
    (platform) => `callers of two isolates in ${platform} follow one another at once`,
    async (compiled, on) => {
      const { world, near, far, ask } = scene(compiled, on);
      const askers = Array.from({ length: 2 * CALLERS }, (_, at) =>
        ask(at < CALLERS ? near : far, { afterMs: 7 * at, holdMs: HOLD_MS }),
      );
      await world.end(...askers);
      lasts("the last turn", Math.max(...askers.map(({ tookAt }) => tookAt)), 2 * CALLERS * (HOLD_MS + AT_ONCE_MS));
    },
  ),
];

export const CALLERS_BY_PHASES: readonly DirectedPlay[] = [
  ...each(
    (platform) => `a waiter in ${platform} that gives up during the first requests of the next one delays nobody`,
    async (compiled, on) => {
      for (const laterMs of [0, 10, 30]) {
        for (const waitMs of FIRST_REQUESTS_MS) {
          const { world, near, far, ask } = scene(compiled, on);
          const held = ask(far, { holdMs: RELEASE_MS });
          const first = ask(near, { afterMs: 500, waitMs });
          const second = ask(near, { afterMs: 500 + laterMs });
          await world.end(held, first, second);
          lasts(`the hand-over after a wait of ${waitMs} ms`, second.tookAt - held.gaveAt, AT_ONCE_MS);
        }
      }
    },
  ),

  ...each(
    (platform) => `a waiter in ${platform} that gives up around a release delays nobody`,
    async (compiled, on) => {
      for (const atMs of AROUND_MS) {
        const { world, near, far, ask } = scene(compiled, on);
        const held = ask(far, { holdMs: RELEASE_MS });
        const first = ask(near, { afterMs: 500, waitMs: atMs - 500 });
        const others = [ask(near, { afterMs: 1_000 }), ask(far, { afterMs: 1_500 })];
        await world.end(held, first, ...others);
        for (const { tookAt } of others)
          lasts(`the way beside an end at ${atMs} ms`, tookAt - held.gaveAt, 3 * AT_ONCE_MS);
      }
    },
  ),

  ...each(
    () => "a waiter whose invocation is cut around a release delays others by a short lease at most",
    async (compiled, on) => {
      for (const atMs of AROUND_MS) {
        const { world, near, far, ask } = scene(compiled, on);
        const held = ask(far, { holdMs: RELEASE_MS });
        const cut = ask(near, { afterMs: 500 });
        world.world.after(atMs, () => cut.invocation.cut());
        const others = [ask(near, { afterMs: 1_000 }), ask(near, { afterMs: 1_200 }), ask(far, { afterMs: 1_500 })];
        await world.end(held, cut, ...others);
        for (const { tookAt } of others)
          lasts(`the way beside a cut at ${atMs} ms`, tookAt - held.gaveAt, cutDelayMs(on));
      }
    },
    IN_WORKERS,
  ),

  ...each(
    () => "a waiter whose invocation is cut around a release of its isolate delays others by a short lease at most",
    async (compiled, on) => {
      for (const atMs of AROUND_MS) {
        const { world, near, far, ask } = scene(compiled, on);
        const held = ask(near, { holdMs: RELEASE_MS });
        const cut = ask(near, { afterMs: 500 });
        world.world.after(atMs, () => cut.invocation.cut());
        const others = [ask(far, { afterMs: 1_000 }), ask(near, { afterMs: 1_500 })];
        await world.end(held, cut, ...others);
        for (const { tookAt } of others)
          lasts(`the way beside a cut at ${atMs} ms`, tookAt - held.gaveAt, cutDelayMs(on));
      }
    },
    IN_WORKERS,
  ),
];
