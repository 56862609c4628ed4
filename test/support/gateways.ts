// The gateways of a run, in other processes than the tests. Each starts when a test first asks for it.
import { inject } from "vitest";
import type { Endpoint } from "./rest.ts";

/** A gateway, and the address of its Redis. */
export interface TestGateway extends Endpoint {
  readonly redisUrl: string;
}

export type GatewayKind = "shared" | "strict" | "separate" | "separate-strict";

/** Returns the gateway that tests share. */
export function sharedGateway(): Promise<TestGateway> {
  return gateway("shared");
}

/** Returns a shared one that accepts scripts with key-level locking, and refuses keys outside their KEYS. */
export function strictGateway(): Promise<TestGateway> {
  return gateway("strict");
}

/** Returns a new gateway, for tests that set faults or count requests. */
export function separateGateway(): Promise<TestGateway> {
  return gateway("separate");
}

/** Returns a new one like that of {@link strictGateway}, for tests that set faults or count requests. */
export function separateStrictGateway(): Promise<TestGateway> {
  return gateway("separate-strict");
}

async function gateway(kind: GatewayKind): Promise<TestGateway> {
  const answer = await fetch(`${inject("gateways")}/${kind}`);
  return answer.json();
}
