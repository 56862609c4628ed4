// Worlds that differ by 10 ms: something comes at each point of the requests of others. There are no polls, so that a
// missed message shows.
import { CASES, DirectedWorld, handOver } from "../directed-world.ts";
import { type DirectedPlay, directed, lasts } from "./play.ts";
import { AT_ONCE_MS, NO_POLLS, SHORT_LEASE_MS } from "./times.ts";

// Between the instants at which requests leave and arrive, at a round trip of 20 ms.
const PHASES_MS = Array.from({ length: 15 }, (_, at) => 5 + 10 * at);
// The short lease of a grant that nobody heard, and a poll of a waiter without a stream.
const AFTER_A_CUT_MS = SHORT_LEASE_MS + 1_000 + AT_ONCE_MS;

export const PHASES: readonly DirectedPlay[] = [
  ...CASES.map(({ platform, isWorker, kind, take }) =>
    directed(`a release during the first requests of a waiter in ${platform} is noticed: ${kind}`, async (compiled) => {
      // An attempt that is refused may be answered after the message of the release.
      for (const [lateMs, phaseMs] of [0, 50].flatMap((ms) => PHASES_MS.map((phase) => [ms, phase] as const))) {
        const world = new DirectedWorld(compiled, { isWorker, locks: NO_POLLS });
        world.network.direct = ({ name }) => (name === "waiter" ? { kind: "late reply", ms: lateMs } : undefined);
        const [holder, waiter] = [world.isolate("holder"), world.isolate("waiter")];
        const ms = await handOver(world, take, holder, waiter, 960 + phaseMs);
        lasts(`the hand-over of a release after ${960 + phaseMs} ms`, ms, 3 * lateMs + AT_ONCE_MS);
      }
    }),
  ),

  ...CASES.map(({ platform, isWorker, kind, take }) =>
    directed(`a release around the cut of a stream in ${platform} is noticed: ${kind}`, async (compiled) => {
      for (const phaseMs of PHASES_MS) {
        const world = new DirectedWorld(compiled, { isWorker, locks: NO_POLLS });
        world.world.after(8_000 + phaseMs, () => {
          for (const stream of world.network.streams) stream.cut(false);
        });
        const ms = await handOver(world, take, world.isolate("holder"), world.isolate("waiter"));
        lasts(`the hand-over beside a cut ${phaseMs} ms later`, ms, AFTER_A_CUT_MS);
      }
    }),
  ),
];
