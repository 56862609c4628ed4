// One process that keeps many locks.
import { setTimeout as sleep } from "node:timers/promises";
import type { Usage } from "../isolate.ts";
import { Isolates } from "../isolates.ts";
import { type Run, say } from "../run.ts";
import type { SubjectId } from "../subject.ts";
import { KEPT_LEASE_MS } from "../subject.ts";

const LOCKS = 10_000;
const QUICK_LOCKS = 500;

/** The packages that renew by themselves, with the share of a lease after which they do. */
const RENEWED_AFTER: Partial<Record<SubjectId, number>> = {
  leasehound: 1 / 3,
  "redis-semaphore": 0.8,
  "redlock-universal": 0.8,
};

export async function measureRenewal({ stage, record, isQuick, subjects }: Run): Promise<void> {
  const count = isQuick ? QUICK_LOCKS : LOCKS;
  for (const subject of subjects) {
    const share = RENEWED_AFTER[subject.id];
    if (share === undefined) continue;
    say(`renewal: ${subject.title}`);
    await using isolates = await Isolates.open(subject, 1, stage.near);
    const usage = (): Promise<Usage> => isolates.call<Usage>(0, { task: "usage", lockName: "" });
    const empty = await usage();
    await isolates.call(0, { task: "keep", lockName: stage.newName(), count });
    const before = await usage();
    // Whole intervals, so that each lock is renewed as often as the others.
    const intervalMs = share * KEPT_LEASE_MS;
    const { requests, commands, seconds } = await stage.measure(() => sleep(intervalMs));
    const after = await usage();
    const perSecond = (amount: number): { median: number } => ({ median: amount / seconds });
    record.set("renewal-cpu", subject, perSecond(after.cpuMs - before.cpuMs));
    if (subject.over === "HTTP") record.set("renewal-requests", subject, perSecond(requests));
    record.set("renewal-commands", subject, perSecond(commands));
    record.set("renewal-heap", subject, { median: (before.heapBytes - empty.heapBytes) / count / 1_000 });
  }
}
