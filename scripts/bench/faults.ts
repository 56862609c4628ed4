// npm run bench -- faults: our locks and those of others through the same faults. Two holders share a lock and write to
// one resource, which sees what goes wrong. Fails when one of our promises is broken.
import { cpus, platform } from "node:os";
import type { Fault } from "./faults/faults.ts";
import { LEASE_MS } from "./faults/locker.ts";
import type { FaultsOptions } from "./faults/options.ts";
import { Cast, play } from "./faults/play.ts";
import { notesOf, promisesOf, type Result, reportOf } from "./faults/report.ts";
import type { Subject } from "./faults/subject.ts";
import { SUBJECTS } from "./faults/subjects.ts";
import { say } from "./peers/run.ts";

export async function runFaults({ faults, seed }: FaultsOptions): Promise<void> {
  const start = performance.now();
  const results: Result[] = [];
  for (const fault of faults) {
    say(fault.title);
    results.push(...(await playAll(fault, seed)));
  }
  say(`took ${Math.round((performance.now() - start) / 1_000)} s`);
  const { text, broken } = promisesOf(results);
  const machine = `Node ${process.version}, on ${platform()} with ${cpus().length} cores`;
  console.log(`Measured on ${new Date().toISOString().slice(0, 10)} with ${machine}. Lease ${LEASE_MS} ms, seed ${seed}.

${text}

${reportOf(results, SUBJECTS, faults)}

${notesOf(SUBJECTS)}`);
  if (broken.length > 0) throw new Error(`a promise is broken:\n${broken.join("\n")}`);
}

/** All packages play at once, because they mostly wait. Their processes are started before, one package at a time. */
async function playAll(fault: Fault, seed: number): Promise<Result[]> {
  await using opened = new AsyncDisposableStack();
  const ready: { readonly subject: Subject; readonly cast: Cast }[] = [];
  for (const subject of SUBJECTS) ready.push({ subject, cast: await Cast.open(fault, subject, opened) });
  // Awaited here: the stages are closed at the end.
  return await Promise.all(
    ready.map(async ({ subject, cast }) => ({ fault, subject, played: await play(fault, cast, seed) })),
  );
}
