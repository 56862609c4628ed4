// The contract of a port: the tests that each port of this package passes, for any other port.
import { callable, ownMembers } from "../../base/validate.ts";
import { FOREIGN_KEY } from "../prove/repeats.ts";
import { ANSWERS } from "../prove/scripts.ts";
import { MESSAGES_ARRIVE } from "../prove/streams.ts";
import { TestedDatabase } from "../prove/tested-database.ts";
import { attemptsContract } from "./attempts.ts";
import { abortsContract, deadlinesContract, faultsContract } from "./faults.ts";
import { refusalsContract } from "./refusals.ts";
import { repliesContract, sendingContract } from "./runs.ts";
import { type PortContractOptions, Stage } from "./stage.ts";
import { streamsContract } from "./streams.ts";

const OPTIONS = ["describe", "it", "gateway", "portTo", "nowhere", "seesStatus", "pipelines"];

/**
 * Registers the tests that each port must pass, with any runner. They run against a gateway, which loses,
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
  provesOn(stage);
  repliesContract(stage);
  sendingContract(stage);
  attemptsContract(stage);
  refusalsContract(stage);
  faultsContract(stage);
  deadlinesContract(stage);
  stage.describe("an abort", () => abortsContract(stage));
  stage.describe("a channel", () => streamsContract(stage));
}

/** Asks what `prove` asks, as far as the answer depends on the port. */
function provesOn(stage: Stage): void {
  const port = stage.port();
  for (const { name, run } of [...ANSWERS, FOREIGN_KEY, ...MESSAGES_ARRIVE]) {
    stage.it(`${name}: the check of prove finds nothing`, async () => {
      const database = new TestedDatabase({ newPort: port, host: stage.gateway.url, mayFlush: false });
      const { health, found } = await run(database).finally(() => database.end());
      await database.deleteKeys();
      if (health !== "ok") throw new Error(found);
    });
  }
}
