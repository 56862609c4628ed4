// Shared parts of the tests of a port: the port itself, and what its errors must not show.
import { failure as failureOf } from "../../src/engine/port-contract/checks.ts";
import { CANARY, type PortContractOptions } from "../../src/engine/port-contract/stage.ts";
import type { Endpoint } from "./rest.ts";

export { LIMITS } from "../../src/engine/port-contract/stage.ts";

/** A port under test, with its permitted weaknesses. */
export type PortUnderTest = Pick<PortContractOptions, "portTo" | "nowhere" | "seesStatus" | "pipelines">;

/** Returns the error of a run. Expects neither the token nor the command in an error. */
export function failure(run: Promise<unknown>, { token }: Endpoint): Promise<unknown> {
  return failureOf(run, [token, "Bearer", CANARY]);
}
