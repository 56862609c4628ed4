// The kinds through a given @upstash/redis client. test/exhaustive-files.ts names this file.
import { Redis } from "@upstash/redis";
import { afterAll, vi } from "vitest";
import { throughClient } from "../../../src/index.ts";
import { over } from "../../contract/cell.ts";
import { countedWaiting, everyKindContract, MOST_AT_ONCE, waitingAndFaults } from "../../contract/every-kind.ts";
import { everyClientReaches } from "../../support/bare-locks.ts";
import { separateGateway, sharedGateway } from "../../support/gateways.ts";

vi.setConfig({ maxConcurrency: MOST_AT_ONCE });
afterAll(everyClientReaches((endpoint) => throughClient(new Redis(endpoint))));
const redis = await sharedGateway();
over("@upstash/redis", () => {
  everyKindContract(redis, true);
  waitingAndFaults(separateGateway, true);
  countedWaiting(separateGateway);
});
