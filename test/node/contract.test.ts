// The contract suites in Node.
import { describe, inject } from "vitest";
import { everyKindContract, waitingAndFaults } from "../contract/every-kind.ts";
import { fenceContract, fenceOptionsContract } from "../contract/fence.ts";
import { handOffContract } from "../contract/hand-off.ts";
import { handOffOrderContract } from "../contract/hand-off-order.ts";
import { handOffRefusedContract } from "../contract/hand-off-refused.ts";
import { handOffUnconfirmedContract } from "../contract/hand-off-unconfirmed.ts";
import { kinds } from "../contract/kinds.ts";
import { optionsContract } from "../contract/options.ts";
import { processWatchdog } from "../support/process-watchdog.ts";

// First: its leases are short, and the rest keeps the machine busy.
describe("handOff", () => {
  const redis = inject("shared");
  const watchdog = processWatchdog(redis);
  handOffRefusedContract(redis, watchdog);
  handOffContract(redis, watchdog, kinds.plain);
  for (const kind of [kinds.fair, kinds.read, kinds.write]) {
    describe.concurrent(`of a ${kind.name}`, () => handOffContract(redis, watchdog, kind));
  }
  handOffOrderContract(redis, watchdog);
  handOffUnconfirmedContract(redis, watchdog);
});
everyKindContract(inject("shared"));
describe("options", () => optionsContract());
describe.concurrent("fence", () => fenceContract(inject("shared")));
describe("fence, wrong use", () => fenceOptionsContract());
waitingAndFaults(inject("faultyForNode"));
