// The contract of a port: the tests that each port of this package passes, for any other port.
import { callable, ownMembers } from "../../base/validate.ts";
import { attemptsContract } from "./attempts.ts";
import { abortsContract, deadlinesContract, faultsContract } from "./faults.ts";
import { refusalsContract } from "./refusals.ts";
import { repliesContract, sendingContract } from "./runs.ts";
import { type PortContractOptions, Stage } from "./stage.ts";
import { streamsContract } from "./streams.ts";

const OPTIONS = ["describe", "it", "gateway", "portTo", "nowhere", "seesStatus", "pipelines"];

/**
 * Registers the tests that each port must pass: 51 of them, with any runner. They run against a gateway, which loses,
 * delays and repeats requests and replies.
 * @param options `describe` and `it` of the runner, `gateway` and `nowhere`, `portTo`: see PortContractOptions;
 * `seesStatus`, `pipelines`: default false
 * @throws INVALID_OPTION when an option is wrong
 * @example
 * const gateway = { url: "http://127.0.0.1:8079", token };
 * const nowhere = { url: "http://127.0.0.1:9", token: "no-token-0123456789" };
 * describe("my port", () => {
 *   portContract({ describe, it, gateway, nowhere, portTo });
 * });
 */
export function portContract(options: PortContractOptions): void {
  const given = ownMembers("options", options, OPTIONS, "describe, it, gateway, portTo, nowhere");
  for (const name of ["describe", "it", "portTo"] as const) callable(name, given[name]);
  contractOn(new Stage(given));
}

/** @internal */
export function contractOn(stage: Stage): void {
  repliesContract(stage);
  sendingContract(stage);
  attemptsContract(stage);
  refusalsContract(stage);
  faultsContract(stage);
  deadlinesContract(stage);
  stage.describe("an abort", () => abortsContract(stage));
  stage.describe("a channel", () => streamsContract(stage));
}
