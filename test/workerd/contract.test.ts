// The contract suites in workerd.
import { describe, inject } from "vitest";
import { faultsContract } from "../contract/faults.ts";
import { keepAliveContract } from "../contract/keep-alive.ts";
import { lockContract } from "../contract/lock.ts";
import { optionsContract } from "../contract/options.ts";

describe("plain lock", () => lockContract(inject("shared")));
describe("keepAlive", () => keepAliveContract(inject("shared")));
describe("options", () => optionsContract());
describe("faults", () => faultsContract(inject("faultyForWorkerd")));
