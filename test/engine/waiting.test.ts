// The contracts of waiting without faults, through a port to an engine in this process.
import { describe } from "vitest";
import { kinds } from "../contract/kinds.ts";
import { waitingOfKindContract } from "../contract/waiting/kinds.ts";
import { startFront } from "./rest-front.ts";

const redis = await startFront();
describe("plain lock", () => waitingOfKindContract(redis, kinds.plain));
describe("fair lock", () => waitingOfKindContract(redis, kinds.fair));
