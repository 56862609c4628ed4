// Runs the same sequences on either side, each with its own services.
import type { Gateway } from "../../../src/tools/gateway/gateway.ts";
import { type Actor, Flow, Service } from "./actor.ts";
import { JavaThread } from "./java-thread.ts";
import type { Jvm } from "./jvm.ts";
import { type Cast, type RecordedStep, record } from "./record.ts";
import { type Sequence, WATCHDOG_MS } from "./steps.ts";
import type { Transcript } from "./transcript-lines.ts";

// A client of Redisson opens many connections at once, and each sequence has two clients.
const FEW_CONNECTIONS = {
  connectionMinimumIdleSize: 1,
  connectionPoolSize: 8,
  subscriptionConnectionMinimumIdleSize: 1,
  subscriptionConnectionPoolSize: 8,
};

const RECORDINGS = 4;
// Less than the possible difference of leases.
const SLOW_MS = 1_000;
const STEP_MS = 150;

/** One after the other, because they share the Redis of the gateway. */
async function recordAll(
  sequences: readonly Sequence[],
  one: (sequence: Sequence, nth: number) => Promise<RecordedStep[]>,
): Promise<Transcript> {
  const transcript: Record<string, RecordedStep[]> = {};
  for (const [nth, sequence] of sequences.entries()) transcript[sequence.title] = await one(sequence, nth);
  return transcript;
}

export function recordRedisson(gateway: Gateway, jvm: Jvm, sequences: readonly Sequence[]): Promise<Transcript> {
  return recordAll(sequences, async (sequence, nth) => {
    const [one, other] = [await javaService(jvm, `a${nth}`, sequence), await javaService(jvm, `b${nth}`, sequence)];
    try {
      return await record(gateway, sequence, castOf(one, other));
    } finally {
      // Each client has its own threads, which some versions end only after 2 s: the test does not wait for that.
      for (const [ended] of [one, other]) ended.shutDown().catch(() => {});
    }
  });
}

export function recordOurs(gateway: Gateway, sequences: readonly Sequence[]): Promise<Transcript> {
  return recordAll(sequences, async (sequence) => {
    for (let recordings = 1; ; recordings += 1) {
      const start = performance.now();
      const recorded = await record(
        gateway,
        sequence,
        castOf(ourService(gateway, sequence), ourService(gateway, sequence)),
      );
      if (performance.now() - start < longestMs(sequence) || recordings === RECORDINGS) return recorded;
    }
  });
}

/** On a busy machine leases run on meanwhile, so that such a recording is repeated. */
function longestMs({ steps }: Sequence): number {
  const waited = steps.reduce((sum, step) => sum + ("wait" in step ? step.wait : 0), 0);
  return waited + steps.length * STEP_MS + SLOW_MS;
}

/** Runs one service of each side, on one Redis. */
export function recordMixed(
  gateway: Gateway,
  jvm: Jvm,
  sequences: readonly Sequence[],
  isOurs: "A" | "B",
): Promise<Transcript> {
  return recordAll(sequences, async (sequence, nth) => {
    const java = await javaService(jvm, `mixed-${isOurs}${nth}`, sequence);
    const ours = ourService(gateway, sequence);
    try {
      return await record(gateway, sequence, isOurs === "A" ? castOf(ours, java) : castOf(java, ours));
    } finally {
      java[0].shutDown().catch(() => {});
    }
  });
}

function castOf([A1, A2]: readonly [Actor, Actor], [B1, B2]: readonly [Actor, Actor]): Cast {
  return { A1, A2, B1, B2 };
}

/** Opens one service with two threads. */
async function javaService(
  jvm: Jvm,
  client: string,
  { kind, watchdogMs = WATCHDOG_MS }: Sequence,
): Promise<readonly [JavaThread, JavaThread]> {
  const threads = [new JavaThread(jvm, client, "1", kind), new JavaThread(jvm, client, "2", kind)] as const;
  await threads[0].open({ lockWatchdogTimeout: watchdogMs, singleServerConfig: FEW_CONNECTIONS });
  return threads;
}

function ourService(gateway: Gateway, { kind, watchdogMs = WATCHDOG_MS }: Sequence): readonly [Flow, Flow] {
  const service = new Service({ redis: gateway, leaseMs: watchdogMs });
  return [new Flow(service, kind), new Flow(service, kind)];
}
