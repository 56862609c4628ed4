// The contract suites in Node.
import { describe, inject, vi } from "vitest";
import {
  countDownLatchContract,
  countDownLatchOptionsContract,
} from "../contract/count-down-latch/count-down-latch.ts";
import { everyKindContract, waitingAndFaults } from "../contract/every-kind.ts";
import { fenceContract, fenceOptionsContract } from "../contract/fenced/fence.ts";
import { handOffContract } from "../contract/hand-off/hand-off.ts";
import { handOffOrderContract } from "../contract/hand-off/order.ts";
import { handOffRefusedContract } from "../contract/hand-off/refused.ts";
import { handOffUnconfirmedContract } from "../contract/hand-off/unconfirmed.ts";
import { kinds } from "../contract/kinds.ts";
import { optionsContract } from "../contract/lock/options.ts";
import { useOptionsContract } from "../contract/lock/use.ts";
import { handOffMultiContract } from "../contract/multi-lock/hand-off.ts";
import { permitExpirableOptionsContract } from "../contract/permit-expirable/options.ts";
import { semaphoreContract, semaphoreOptionsContract } from "../contract/semaphore/semaphore.ts";
import { singleFlightOptionsContract } from "../contract/single-flight/options.ts";
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
everyKindContract(inject("shared"), true);
describe("options", () => optionsContract());
permitExpirableOptionsContract();
describe.concurrent("fence", () => fenceContract(inject("shared")));
describe.concurrent("semaphore", () => semaphoreContract(inject("shared")));
describe("semaphore, wrong use", () => semaphoreOptionsContract());
describe.concurrent("count-down latch", () => countDownLatchContract(inject("shared")));
describe("count-down latch, wrong use", () => countDownLatchOptionsContract());
describe("fence, wrong use", () => fenceOptionsContract());
singleFlightOptionsContract();
describe("use, wrong use", () => useOptionsContract());
waitingAndFaults(inject("faultyForNode"), true);
