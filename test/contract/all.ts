// Every contract, for the runtime in which it is called.
import { describe, vi } from "vitest";
import type { LocksOptions } from "../../src/index.ts";
import type { FaultyEndpoints } from "../global-setup.ts";
import type { Endpoint } from "../support/rest.ts";
import { countDownLatchContract, countDownLatchOptionsContract } from "./count-down-latch/count-down-latch.ts";
import { everyKindContract, waitingAndFaults } from "./every-kind.ts";
import { fenceContract, fenceOptionsContract } from "./fenced/fence.ts";
import { handOffContract } from "./hand-off/hand-off.ts";
import { handOffOrderContract } from "./hand-off/order.ts";
import { handOffRefusedContract } from "./hand-off/refused.ts";
import { handOffUnconfirmedContract } from "./hand-off/unconfirmed.ts";
import { kinds } from "./kinds.ts";
import { optionsContract } from "./lock/options.ts";
import { useOptionsContract } from "./lock/use.ts";
import { handOffMultiContract } from "./multi-lock/hand-off.ts";
import { permitExpirableOptionsContract } from "./permit-expirable/options.ts";
import { semaphoreContract, semaphoreOptionsContract } from "./semaphore/semaphore.ts";
import { singleFlightOptionsContract } from "./single-flight/options.ts";

export interface Runtime {
  readonly redis: Endpoint;
  readonly faulty: FaultyEndpoints;
  readonly watchdog: NonNullable<LocksOptions["watchdog"]>;
  /** Whether other kinds repeat what the plain lock shows: one runtime shows it for all of them. */
  readonly repeats: boolean;
}

/** @param handOffHere tests of handOff that this runtime alone has */
export function allContracts({ redis, faulty, watchdog, repeats }: Runtime, handOffHere: () => void = () => {}): void {
  // Most of it is waiting.
  vi.setConfig({ maxConcurrency: 12 });

  // First: its leases are short, and the rest keeps the machine busy.
  describe("handOff", () => {
    handOffHere();
    handOffRefusedContract(redis, watchdog);
    handOffContract(redis, watchdog, kinds.plain);
    for (const kind of repeats ? [kinds.fair, kinds.read, kinds.write] : []) {
      describe.concurrent(`of a ${kind.name}`, () => handOffContract(redis, watchdog, kind));
    }
    handOffMultiContract(redis, watchdog);
    handOffOrderContract(redis, watchdog);
    handOffUnconfirmedContract(redis, watchdog);
  });
  everyKindContract(redis, repeats);
  describe("options", () => optionsContract());
  permitExpirableOptionsContract();
  describe.concurrent("fence", () => fenceContract(redis));
  describe.concurrent("semaphore", () => semaphoreContract(redis));
  describe("semaphore, wrong use", () => semaphoreOptionsContract());
  describe.concurrent("count-down latch", () => countDownLatchContract(redis));
  describe("count-down latch, wrong use", () => countDownLatchOptionsContract());
  describe("fence, wrong use", () => fenceOptionsContract());
  singleFlightOptionsContract();
  describe("use, wrong use", () => useOptionsContract());
  waitingAndFaults(faulty, repeats);
}
