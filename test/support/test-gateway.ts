// A gateway of one file of tests, which sets its faults, and counts its requests. It has a Redis of its own. In virtual
// time it has no socket.
import type { Instruments } from "../../src/tools/gateway/front.ts";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import { isVirtual } from "./place.ts";
import { startInProcess } from "./virtual/gateways.ts";

export type TestGateway = Instruments & Pick<Gateway, "url" | "token" | "close">;

export function startTestGateway(): Promise<TestGateway> {
  return isVirtual ? startInProcess() : startGateway();
}
