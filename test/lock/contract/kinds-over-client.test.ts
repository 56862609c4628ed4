// The kinds through a given @upstash/redis client. test/exhaustive-files.ts names this file.
import { Redis } from "@upstash/redis";
import { afterAll, beforeEach, vi } from "vitest";
import { throughClient } from "../../../src/index.ts";
import { everyClientReaches } from "../../support/bare-locks.ts";
import { separateGateway, sharedGateway } from "../../support/gateways.ts";
import { over } from "./cell.ts";
import { countedWaiting, everyKindContract, MOST_AT_ONCE, waitingAndFaults } from "./every-kind.ts";

const NO_STATUS = "the client hides the status, so an error that may have been caused by a proxy is OUTCOME_UNKNOWN";

/** The tests that do not apply, by title, and why. */
const EXCLUDED: ReadonlyMap<string, string> = new Map([
  ["refuses a mark that is not a token, and writes nothing", NO_STATUS],
  ["reports like every call that Redis is away", NO_STATUS],
  ["whose server is away, or replies for another semaphore, are reported as such", NO_STATUS],
  [
    "are given back when one of them becomes busy while another was not answered",
    "the client hides Retry-After, so the next attempt comes too soon for this test",
  ],
]);

vi.setConfig({ maxConcurrency: MOST_AT_ONCE });
afterAll(everyClientReaches((endpoint) => throughClient(new Redis(endpoint))));
beforeEach(({ task, skip }) => {
  skip(EXCLUDED.has(task.name), EXCLUDED.get(task.name));
  skip(/^light\b/.test(task.meta.row ?? ""), "light locks take an address, or a port that sends single commands");
});
const redis = await sharedGateway();
over("@upstash/redis", () => {
  everyKindContract(redis, true);
  waitingAndFaults(separateGateway, true);
  countedWaiting(separateGateway);
});
