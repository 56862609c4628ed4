// The contract of a port, on a gateway of its own, one test at a time: that of `leasehound/testing/port`.
import { describe, it } from "vitest";
import { contractOn } from "../../../../src/engine/port-contract/port-contract.ts";
import { Stage } from "../../../../src/engine/port-contract/stage.ts";
import type { PortUnderTest } from "../../../support/port-under-test.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { restAnswersContract } from "./rest-answers.ts";

/** Runs the contract for a port over HTTP. `gateway`: its own. */
export function restPortContract(gateway: Endpoint, under: PortUnderTest): void {
  redisPortContract(gateway, under);
  restAnswersContract(stageOf(gateway, under));
}

/** Runs the contract for a port. `gateway`: its own. */
export function redisPortContract(gateway: Endpoint, under: PortUnderTest): void {
  contractOn(stageOf(gateway, under));
}

function stageOf(gateway: Endpoint, under: PortUnderTest): Stage {
  return new Stage({ describe, it, gateway, ...under });
}
