// The order of the files: slow ones start first, so that none of them runs alone at the end.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** More than ten seconds each, the longest first; no other path ends with one of these. */
const LONG = [
  // At first: the files on the clock, with files of low priority in between, so that few of the former run together.
  "interop/transcripts.test.ts",
  "durable-object/faults.test.ts",
  "model/read-write/walks.test.ts",
  "e2e/invocation.test.ts",
  "model/fair/walks.test.ts",
  "durable-object/durable-locks.test.ts",
  "durable-object/lease-watchdog.test.ts",
  "model/fair-read-write/faults.test.ts",
  "kinds/newest-at-once.test.ts",
  "durable-object/many-leases.test.ts",
  "lua/replay.test.ts",
  "hold/renewals-together.test.ts",
  "package/bundles.test.ts",
  "hold/told-at-once.test.ts",
  "workerd/contract.test.ts",
  // First, because its leases are short and the other contracts keep the machine busy.
  "contract/hand-off.test.ts",
  "contract/wait.test.ts",
  "contract/fair-read-write.test.ts",
  "contract/read-write.test.ts",
  "contract/permit-expirable.test.ts",
  "contract/multi-lock.test.ts",
  "contract/lock.test.ts",
  "contract/async-context.test.ts",
  "workerd/async-context.test.ts",
  "cli/prove.test.ts",
  "docs/pages.test.ts",
  "hold/one-of-many.test.ts",
  "cli/prove-lies.test.ts",
  "kinds/red-lock.test.ts",
  "contract/redis-port.test.ts",
  "cli/run.test.ts",
  "cli/run-killed.test.ts",
  "docs/stepping-down.test.ts",
  "cli/api.test.ts",
  "cli/look.test.ts",
  "e2e/worker.test.ts",
  "edge/hono-server.test.ts",
  "e2e/waiting.test.ts",
  "hold/suspended.test.ts",
  "cli/run-suspended.test.ts",
  "hold/redis-away.test.ts",
  "kinds/multi-lock.test.ts",
  "docs/examples.test.ts",
  // Keeps a processor busy, and therefore does not start at first, when the short leases of handOff are tested.
  "soak/soak.test.ts",
  "kinds/many-flights.test.ts",
  "wait/many-waiters.test.ts",
  // With the real Redisson.
  "live/lock.test.ts",
  "live/transcripts.test.ts",
  "live/mixed.test.ts",
  "live/read-write.test.ts",
];

/** Vitest's own order, one project after the other, except for the long files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((path) => moduleId.endsWith(path));
  return place === -1 ? LONG.length : place;
}
