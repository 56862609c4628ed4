// The plain lock in workerd: its contract, and its waiting.
import { describe, vi } from "vitest";
import { separateGateway, sharedGateway } from "../../support/gateways.ts";
import { MOST_AT_ONCE } from "../contract/every-kind.ts";
import { kinds } from "../contract/kinds.ts";
import { keepAliveContract } from "../contract/lock/keep-alive.ts";
import { lockContract } from "../contract/lock/lock.ts";
import { withLockContract } from "../contract/lock/with-lock.ts";
import { waitingOfKindContract } from "../contract/waiting/kinds.ts";

vi.setConfig({ maxConcurrency: MOST_AT_ONCE });
const separate = separateGateway();
const redis = await sharedGateway();

describe.concurrent("plain lock", () => {
  lockContract(redis, kinds.plain);
  keepAliveContract(redis, kinds.plain);
  withLockContract(redis, kinds.plain);
});

describe("waiting", async () => {
  const own = await separate;
  describe("one at a time", { concurrent: false }, () => waitingOfKindContract(own, kinds.plain));
});
