// The contract suites with pipelining, whose faults hit all scripts of a request. All of them in `npm run test:full`.
import { describe, inject } from "vitest";
import { pipelining } from "../../src/index.ts";
import { everyKindContract, waitingAndFaults } from "../contract/every-kind.ts";
import { kinds } from "../contract/kinds.ts";
import { faultsContract } from "../contract/lock/faults.ts";
import { faultMixContract, replyFaultsContract } from "../contract/lock/faults-replies.ts";
import { lockContract } from "../contract/lock/lock.ts";
import { ownGateway } from "../gateway/support.ts";
import { everyClientHas } from "../support/bare-locks.ts";
import { isExhaustive } from "../support/exhaustive.ts";

everyClientHas({ pipelining: pipelining() });
const first = await ownGateway();
if (isExhaustive) {
  const [second, third, fourth] = await Promise.all([ownGateway(), ownGateway(), ownGateway()]);
  const [fifth, sixth, seventh, eighth, ninth] = await Promise.all([
    ownGateway(),
    ownGateway(),
    ownGateway(),
    ownGateway(),
    ownGateway(),
  ]);
  everyKindContract(inject("shared"), true);
  waitingAndFaults([first, second, third, fourth, fifth, sixth, seventh, eighth, ninth], true);
} else {
  describe.concurrent("plain lock", () => lockContract(inject("shared"), kinds.plain));
  describe("plain lock, faults", () => {
    faultsContract(first, kinds.plain);
    faultMixContract(first, kinds.plain);
    replyFaultsContract(first);
  });
}
