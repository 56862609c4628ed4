// The contract suites in Node.
import { describe, inject, vi } from "vitest";
import { everyKindContract, waitingAndFaults, wrongUseContract } from "../contract/every-kind.ts";
import { handOffContract } from "../contract/hand-off/hand-off.ts";
import { handOffOrderContract } from "../contract/hand-off/order.ts";
import { handOffRefusedContract } from "../contract/hand-off/refused.ts";
import { handOffUnconfirmedContract } from "../contract/hand-off/unconfirmed.ts";
import { kinds } from "../contract/kinds.ts";
import { handOffMultiContract } from "../contract/multi-lock/hand-off.ts";
import { processWatchdog } from "../support/process-watchdog.ts";

// Most of it is waiting.
vi.setConfig({ maxConcurrency: 12 });

// First: its leases are short, and the rest keeps the machine busy.
describe("handOff", () => {
  const redis = inject("shared");
  const watchdog = processWatchdog(redis);
  handOffRefusedContract(redis, watchdog);
  handOffContract(redis, watchdog, kinds.plain);
  for (const kind of [kinds.fair, kinds.read, kinds.write]) {
    describe.concurrent(`of a ${kind.name}`, () => handOffContract(redis, watchdog, kind));
  }
  handOffMultiContract(redis, watchdog);
  handOffOrderContract(redis, watchdog);
  handOffUnconfirmedContract(redis, watchdog);
});
everyKindContract(inject("shared"));
wrongUseContract();
waitingAndFaults(inject("faultyForNode"));
