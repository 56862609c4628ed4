// A release is noticed, by each line of defence alone.
import type { Compiled } from "../bundle.ts";
import { CASES, DirectedWorld, handOver } from "../directed-world.ts";
import { type DirectedPlay, directed, lasts } from "./play.ts";
import { AT_ONCE_MS, NO_POLLS } from "./times.ts";

type Case = (typeof CASES)[number];

const LONGEST_PAUSE_MS = 1_000;
const POLL_MS = 5_000;
// Requests in lists that are 150 s old are skipped, so waiters renew them.
const LONG_MS = 200_000;

function each(what: (on: Case) => string, run: (compiled: Compiled, on: Case) => Promise<void>): DirectedPlay[] {
  return CASES.map((on) => directed(`a release is noticed ${what(on)}: ${on.kind}`, (compiled) => run(compiled, on)));
}

function between(world: DirectedWorld, { take }: Case, heldMs?: number): Promise<number> {
  return handOver(world, take, world.isolate("holder"), world.isolate("waiter"), heldMs);
}

export const RELEASES: readonly DirectedPlay[] = [
  ...each(
    ({ platform }) => `by polls in ${platform}, where no stream is confirmed`,
    async (compiled, on) => {
      const world = new DirectedWorld(compiled, on);
      world.network.rates.deafStream = 1;
      lasts("the hand-over", await between(world, on), LONGEST_PAUSE_MS + AT_ONCE_MS);
    },
  ),
  ...each(
    ({ platform }) => `by polls in ${platform}, where no message arrives`,
    async (compiled, on) => {
      const world = new DirectedWorld(compiled, on);
      world.network.rates.lostMessage = 1;
      lasts("the hand-over", await between(world, on), POLL_MS + AT_ONCE_MS);
    },
  ),
  ...each(
    ({ platform }) => `by polls in ${platform}, where there are no streams`,
    async (compiled, on) => {
      const world = new DirectedWorld(compiled, on);
      world.network.hasStreams = false;
      lasts("the hand-over", await between(world, on), LONGEST_PAUSE_MS + AT_ONCE_MS);
    },
  ),
  ...each(
    ({ platform }) => `by its message in ${platform}, where nobody polls`,
    async (compiled, on) => {
      const world = new DirectedWorld(compiled, { ...on, locks: NO_POLLS });
      lasts("the hand-over", await between(world, on), AT_ONCE_MS);
    },
  ),
  ...each(
    ({ platform }) => `in one isolate in ${platform}`,
    async (compiled, on) => {
      const world = new DirectedWorld(compiled, { ...on, locks: NO_POLLS });
      const only = world.isolate("only");
      lasts("the hand-over", await handOver(world, on.take, only, only), AT_ONCE_MS);
    },
  ),
  ...each(
    ({ platform }) => `in ${platform}, where Redis forgets its scripts all the time`,
    async (compiled, on) => {
      const world = new DirectedWorld(compiled, on);
      const forget = (): void => {
        world.database.flushScripts();
        world.world.after(1, forget);
      };
      forget();
      lasts("the hand-over", await between(world, on), 2 * AT_ONCE_MS);
    },
  ),
];

/** After a longer time. */
export const LATER_RELEASES: readonly DirectedPlay[] = [
  ...each(
    ({ platform }) => `by a look after a minute in ${platform}, where no message arrives`,
    async (compiled, on) => {
      const world = new DirectedWorld(compiled, { ...on, locks: NO_POLLS });
      world.network.rates.lostMessage = 1;
      lasts("the hand-over", await between(world, on), NO_POLLS.pollMs + LONGEST_PAUSE_MS + AT_ONCE_MS);
    },
  ),
  ...each(
    ({ platform }) => `by its message in ${platform} after a wait of ${LONG_MS} ms, where nobody polls`,
    async (compiled, on) => {
      const world = new DirectedWorld(compiled, { ...on, locks: NO_POLLS });
      lasts("the hand-over", await between(world, on, LONG_MS), AT_ONCE_MS);
    },
  ),
  ...each(
    ({ platform }) => `by its message in ${platform} after its stream was cut, where nobody polls`,
    async (compiled, on) => {
      const world = new DirectedWorld(compiled, { ...on, locks: NO_POLLS });
      world.world.after(3_000, () => {
        for (const stream of world.network.streams) stream.cut(false);
      });
      lasts("the hand-over", await between(world, on), AT_ONCE_MS);
    },
  ),
];
