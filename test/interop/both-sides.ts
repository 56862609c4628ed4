// The same sequences on either side, each with services of its own.
import type { Gateway } from "../../scripts/gateway/index.ts";
import { Flow, Service } from "./actor.ts";
import { JavaThread } from "./java-thread.ts";
import type { Jvm } from "./jvm.ts";
import { type RecordedStep, record } from "./record.ts";
import { type Sequence, WATCHDOG_MS } from "./steps.ts";
import type { Transcript } from "./transcript.ts";

// A client of Redisson opens many connections at once, and each sequence has two clients.
const FEW_CONNECTIONS = {
  connectionMinimumIdleSize: 1,
  connectionPoolSize: 8,
  subscriptionConnectionMinimumIdleSize: 1,
  subscriptionConnectionPoolSize: 8,
};

/** One after the other: they share the Redis of the gateway. */
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
    const { kind, watchdogMs = WATCHDOG_MS } = sequence;
    const settings = { lockWatchdogTimeout: watchdogMs, singleServerConfig: FEW_CONNECTIONS };
    const thread = (client: string, name: string): JavaThread => new JavaThread(jvm, `${client}${nth}`, name, kind);
    const cast = { A1: thread("a", "1"), A2: thread("a", "2"), B1: thread("b", "1"), B2: thread("b", "2") };
    await cast.A1.open(settings);
    await cast.B1.open(settings);
    try {
      return await record(gateway, sequence, cast);
    } finally {
      // Each client has threads of its own. Some versions take 2 s to end them: it is not waited for.
      for (const ended of [cast.A1, cast.B1]) ended.shutDown().catch(() => {});
    }
  });
}

export function recordOurs(gateway: Gateway, sequences: readonly Sequence[]): Promise<Transcript> {
  return recordAll(sequences, (sequence) => {
    const { kind, watchdogMs = WATCHDOG_MS } = sequence;
    const service = (): Service => new Service({ redis: gateway, leaseMs: watchdogMs });
    const [one, other] = [service(), service()];
    const flow = (of: Service): Flow => new Flow(of, kind);
    return record(gateway, sequence, { A1: flow(one), A2: flow(one), B1: flow(other), B2: flow(other) });
  });
}
