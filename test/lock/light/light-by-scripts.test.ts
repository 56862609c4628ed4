// The contract of the light lock on a server that lacks DELEX … IFEQ and SET … IFEQ: it uses scripts there.
import { describe } from "vitest";
import { ownGateway } from "../../tools/gateway/support.ts";
import { lightFaultsContract } from "../contract/light/faults.ts";
import { lightContract } from "../contract/light/light.ts";

const redis = await ownGateway({ compares: false });

describe.concurrent("light lock, by scripts", () => {
  lightContract(redis, false);
});
describe("light lock, by scripts, one at a time", () => {
  lightFaultsContract(redis);
});
