// The packages of the fault table, in its order.
import { readFileSync } from "node:fs";
import type { Subject, SubjectId } from "./subject.ts";

const { dependencies }: { dependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(new URL("../others/package.json", import.meta.url), "utf8"),
);

function other(id: SubjectId, packageName: string, over: Subject["over"], load: Subject["load"]): Subject {
  return { id, title: `${packageName} ${dependencies[packageName]}`, over, isOurs: false, load };
}

const ours = { over: "HTTP", isOurs: true } as const;

export const SUBJECTS: readonly Subject[] = [
  { id: "lock", title: "lock", ...ours, load: async () => (await import("./leasehound.ts")).plain },
  { id: "fencedLock", title: "fencedLock", ...ours, load: async () => (await import("./leasehound.ts")).fenced },
  other("upstash-lock", "@upstash/lock", "HTTP", async () => {
    return (await import("../others/faults/upstash-lock.ts")).upstashLock;
  }),
  other("redlock", "redlock", "TCP", async () => (await import("../others/faults/redlock.ts")).redlock),
  other("redis-semaphore", "redis-semaphore", "TCP", async () => {
    return (await import("../others/faults/redis-semaphore.ts")).redisSemaphore;
  }),
  other("redlock-universal", "redlock-universal", "TCP", async () => {
    return (await import("../others/faults/redlock-universal.ts")).redlockUniversal;
  }),
  other("verrou", "@verrou/core", "TCP", async () => (await import("../others/faults/verrou.ts")).verrou),
  other("effect-distributed-lock", "effect-distributed-lock", "TCP", async () => {
    return (await import("../others/faults/effect-distributed-lock.ts")).effectDistributedLock;
  }),
];
