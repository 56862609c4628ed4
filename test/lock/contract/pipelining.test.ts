// The contract suites with pipelining, whose faults hit all scripts of a request. All of them in `npm run test:full`.
import { afterAll, describe } from "vitest";
import { pipelining } from "../../../src/index.ts";
import { everyClientHas } from "../../support/bare-locks.ts";
import { isExhaustive } from "../../support/exhaustive.ts";
import { separateGateway, sharedGateway } from "../../support/gateways.ts";
import { over } from "./cell.ts";
import { everyKindContract, waitingAndFaults } from "./every-kind.ts";
import { kinds } from "./kinds.ts";
import { faultsContract } from "./lock/faults.ts";
import { faultMixContract, replyFaultsContract } from "./lock/faults-replies.ts";
import { lockContract } from "./lock/lock.ts";

afterAll(everyClientHas({ pipelining: pipelining() }));
const redis = await sharedGateway();
if (isExhaustive) {
  over("pipelined", () => {
    everyKindContract(redis, true);
    waitingAndFaults(separateGateway, true);
  });
} else {
  const separate = await separateGateway();
  describe.concurrent("plain lock", () => lockContract(redis, kinds.plain));
  describe("plain lock, faults", () => {
    faultsContract(separate, kinds.plain);
    faultMixContract(separate, kinds.plain);
    replyFaultsContract(separate);
  });
}
