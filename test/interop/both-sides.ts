// The same sequences on either side, each with services of its own.
import type { Gateway } from "../../scripts/gateway/index.ts";
import { createLocks, type Locks } from "../../src/index.ts";
import { Flow } from "./actor.ts";
import { JavaThread } from "./java-thread.ts";
import type { Jvm } from "./jvm.ts";
import { type RecordedStep, record } from "./record.ts";
import { type Sequence, WATCHDOG_MS } from "./sequences.ts";
import type { Transcript } from "./transcript.ts";

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
    const service = async (client: string): Promise<void> => {
      const settings = { lockWatchdogTimeout: sequence.watchdogMs ?? WATCHDOG_MS };
      await new JavaThread(jvm, client).open(settings);
    };
    const [a, b] = [`a${nth}`, `b${nth}`];
    await service(a);
    await service(b);
    const cast = { A1: new JavaThread(jvm, a, "1"), A2: new JavaThread(jvm, a, "2"), B1: new JavaThread(jvm, b, "1") };
    return record(gateway, sequence, cast);
  });
}

export function recordOurs(gateway: Gateway, sequences: readonly Sequence[]): Promise<Transcript> {
  return recordAll(sequences, (sequence) => {
    const service = (): Locks => createLocks({ redis: gateway, leaseMs: sequence.watchdogMs ?? WATCHDOG_MS });
    const [a, b] = [service(), service()];
    return record(gateway, sequence, { A1: new Flow(a), A2: new Flow(a), B1: new Flow(b) });
  });
}
