// The contracts of waiting without faults, through a port to an engine in this process.
import { describe } from "vitest";
import { kinds } from "../lock/contract/kinds.ts";
import { waitingOfKindContract } from "../lock/contract/waiting/kinds.ts";
import { startInProcess } from "./in-process.ts";

const redis = await startInProcess();
describe("plain lock", () => waitingOfKindContract(redis, kinds.plain));
describe("fair lock", () => waitingOfKindContract(redis, kinds.fair));
