// The contract of every kind, once, on a real Redis: without what a kind shares with the plain lock.
import { vi } from "vitest";
import { sharedGateway } from "../../support/gateways.ts";
import { everyKindContract, MOST_AT_ONCE, wrongUseContract } from "./every-kind.ts";

vi.setConfig({ maxConcurrency: MOST_AT_ONCE });
everyKindContract(await sharedGateway(), false);
wrongUseContract();
