// The contract suites in Node.
import { describe, inject } from "vitest";
import { fairnessContract } from "../contract/fairness.ts";
import { faultsContract } from "../contract/faults.ts";
import { handOffContract } from "../contract/hand-off.ts";
import { handOffOrderContract } from "../contract/hand-off-order.ts";
import { handOffRefusedContract } from "../contract/hand-off-refused.ts";
import { handOffUnconfirmedContract } from "../contract/hand-off-unconfirmed.ts";
import { keepAliveContract } from "../contract/keep-alive.ts";
import { lockContract } from "../contract/lock.ts";
import { optionsContract } from "../contract/options.ts";
import { waitingContract } from "../contract/waiting.ts";
import { processWatchdog } from "../support/process-watchdog.ts";

describe("plain lock", () => lockContract(inject("shared")));
describe("keepAlive", () => keepAliveContract(inject("shared")));
describe("handOff", () => {
  const redis = inject("shared");
  const watchdog = processWatchdog(redis);
  handOffRefusedContract(redis, watchdog);
  handOffContract(redis, watchdog);
  handOffOrderContract(redis, watchdog);
  handOffUnconfirmedContract(redis, watchdog);
});
describe("options", () => optionsContract());
describe("fairness", () => fairnessContract(inject("faultyForNode")));
describe("waiting", () => waitingContract(inject("faultyForNode")));
describe("faults", () => faultsContract(inject("faultyForNode")));
