// Every contract, for the runtime in which it is called.
import { describe, vi } from "vitest";
import type { LocksOptions } from "../../../src/index.ts";
import { separateGateway } from "../../support/gateways.ts";
import type { Endpoint } from "../../support/rest.ts";
import { countedWaiting, everyKindContract, MOST_AT_ONCE, waitingAndFaults, wrongUseContract } from "./every-kind.ts";
import { handOffContract } from "./hand-off/hand-off.ts";
import { handOffOrderContract } from "./hand-off/order.ts";
import { handOffRefusedContract } from "./hand-off/refused.ts";
import { handOffUnconfirmedContract } from "./hand-off/unconfirmed.ts";
import { inspectedHandOffContract } from "./inspection/hand-off.ts";
import { kinds } from "./kinds.ts";
import { handOffMultiContract } from "./multi-lock/hand-off.ts";

export interface Runtime {
  readonly redis: Endpoint;
  readonly watchdog: NonNullable<LocksOptions["watchdog"]>;
  /** Whether other kinds repeat what the plain lock shows: one runtime shows it for all of them. */
  readonly repeats: boolean;
}

/** @param handOffHere tests of handOff that this runtime alone has */
export function allContracts(runtime: Runtime, handOffHere: () => void): void {
  const { redis, repeats } = runtime;
  // First, because its leases are short and the other contracts keep the machine busy.
  everyHandOffContract(runtime, handOffHere);
  everyKindContract(redis, repeats);
  wrongUseContract();
  waitingAndFaults(separateGateway, repeats);
  countedWaiting(separateGateway);
}

export function everyHandOffContract({ redis, watchdog, repeats }: Runtime, handOffHere: () => void = () => {}): void {
  vi.setConfig({ maxConcurrency: MOST_AT_ONCE });
  describe("handOff", () => {
    handOffHere();
    handOffRefusedContract(redis, watchdog);
    handOffContract(redis, watchdog, kinds.plain);
    for (const kind of repeats ? [kinds.fair, kinds.read, kinds.write] : []) {
      describe.concurrent(`of a ${kind.name}`, () => handOffContract(redis, watchdog, kind));
    }
    handOffMultiContract(redis, watchdog);
    inspectedHandOffContract(redis, watchdog);
    handOffOrderContract(redis, watchdog);
    handOffUnconfirmedContract(redis, watchdog);
  });
}
