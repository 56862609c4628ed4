// The contract suites with key-level locking, in front of a gateway that refuses keys outside the KEYS of a script. All
// of them in `npm run test:full`.
import { inject, vi } from "vitest";
import { everyKindContract, waitingAndFaults } from "../contract/every-kind.ts";
import { ownGateway } from "../gateway/support.ts";
import { everyClientHas } from "../support/bare-locks.ts";
import { isExhaustive } from "../support/exhaustive.ts";

// Most of it is waiting.
vi.setConfig({ maxConcurrency: 12 });
everyClientHas({ keyLocking: true });
everyKindContract(inject("strict"), isExhaustive);
if (isExhaustive) {
  const strict = () => ownGateway({ keyLocking: true });
  const [first, second, third, fourth] = await Promise.all([strict(), strict(), strict(), strict()]);
  const [fifth, sixth, seventh, eighth] = await Promise.all([strict(), strict(), strict(), strict()]);
  waitingAndFaults([first, second, third, fourth, fifth, sixth, seventh, eighth], true);
}
