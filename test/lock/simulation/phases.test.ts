// Worlds that differ by 10 ms: a release, or the cut of a stream, comes at each point of the other requests. There are no
// polls, so that a missed message shows.
import { expect, it } from "vitest";
import { compiledFrom } from "./bundle.ts";
import { CASES, DirectedWorld, handOver } from "./directed-world.ts";

const compiled = await compiledFrom();
const locks = { pollMs: 60_000 };

// Between the instants at which requests leave and arrive, at a round trip of 20 ms.
const PHASES = Array.from({ length: 15 }, (_, at) => 5 + 10 * at);
// Some round trips.
const AT_ONCE_MS = 150;
// The short lease of a grant that nobody heard, and a poll of a waiter without a stream.
const AFTER_A_CUT_MS = 5_000 + 1_000 + AT_ONCE_MS;

it.each(CASES)("a release during the first requests of a waiter in $platform is noticed: $kind", async (on) => {
  for (const phaseMs of PHASES) {
    const directed = new DirectedWorld(compiled, { isWorker: on.isWorker, locks });
    const [holder, waiter] = [directed.isolate("holder"), directed.isolate("waiter")];
    const ms = await handOver(directed, on.take, holder, waiter, 960 + phaseMs);
    expect(ms, `the release comes ${phaseMs} ms later`).toBeLessThan(AT_ONCE_MS);
  }
});

it.each(CASES)("a release around the cut of a stream in $platform is noticed: $kind", async ({ isWorker, take }) => {
  for (const phaseMs of PHASES) {
    const directed = new DirectedWorld(compiled, { isWorker, locks });
    directed.world.after(8_000 + phaseMs, () => {
      for (const stream of directed.network.streams) stream.cut(false);
    });
    const ms = await handOver(directed, take, directed.isolate("holder"), directed.isolate("waiter"));
    expect(ms, `the cut comes ${phaseMs} ms later`).toBeLessThan(AFTER_A_CUT_MS);
  }
});
