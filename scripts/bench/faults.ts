// npm run bench -- faults: our locks and those of others through the same faults. Two holders share a lock and write to
// one resource, which sees what goes wrong. Fails when one of our promises is broken.
import { FAULTS, type Fault } from "./faults/faults.ts";
import { Cast, play } from "./faults/play.ts";
import { LEASE_MS } from "./faults/protocol.ts";
import { faultRegion, promisesOf } from "./faults/report.ts";
import { writePages } from "./page.ts";
import { type FaultResults, type Outcome, readResults, thisMachine, writeResults } from "./results.ts";
import { chosen, type Options, say } from "./settings.ts";
import { KEPT_SUBJECTS } from "./subjects.ts";

export async function runFaults(options: Options): Promise<void> {
  const { seed, isQuick, isWritten } = options;
  const ids = chosen(
    FAULTS.map(({ id }) => id),
    options,
  );
  const machine = thisMachine();
  const outcomes: Record<string, Record<string, Outcome>> = {};
  for (const fault of FAULTS.filter(({ id }) => ids.includes(id))) {
    say(fault.title);
    outcomes[fault.id] = await playAll(isQuick ? { ...fault, rounds: 1 } : fault, seed);
  }
  say("done");
  const { promises, broken } = promisesOf(outcomes);
  const subjects = KEPT_SUBJECTS.map(({ id, title }) => ({ id, title }));
  const fresh: FaultResults = { machine, leaseMs: LEASE_MS, seed, promises, subjects, outcomes };
  console.log(faultRegion(fresh));
  if (broken.length > 0) throw new Error(`a promise is broken:\n${broken.join("\n")}`);
  if (!isWritten) return;
  const earlier = readResults();
  const all = { ...earlier.faults.outcomes, ...outcomes };
  writeResults({ ...earlier, faults: { ...fresh, outcomes: all, promises: promisesOf(all).promises } });
  writePages(readResults());
}

/** All packages play at once, because they mostly wait. Their processes are started before, one package at a time. */
async function playAll(fault: Fault, seed: number): Promise<Record<string, Outcome>> {
  await using opened = new AsyncDisposableStack();
  const ready: { readonly id: string; readonly cast: Cast }[] = [];
  for (const subject of KEPT_SUBJECTS) ready.push({ id: subject.id, cast: await Cast.open(fault, subject, opened) });
  const played = await Promise.all(ready.map(async ({ id, cast }) => [id, await play(fault, cast, seed)] as const));
  return Object.fromEntries(played);
}
