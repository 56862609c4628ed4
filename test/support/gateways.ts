// The gateways of a run, in other processes than the tests. Each starts when a test first asks for it.
import { inject } from "vitest";
import type { Endpoint } from "./rest.ts";

/** A gateway, over HTTP and over RESP, and the address of its Redis. */
export interface GatewayEndpoint extends Endpoint {
  readonly redisUrl: string;
  readonly respUrl: string;
}

export type GatewayKind = "shared" | "strict" | "separate" | "separate-strict";

/** Returns the gateway that tests share. */
export function sharedGateway(): Promise<GatewayEndpoint> {
  return gateway("shared");
}

/** Returns a shared one that accepts scripts with key-level locking, and refuses keys outside their KEYS. */
export function strictGateway(): Promise<GatewayEndpoint> {
  return gateway("strict");
}

/** Returns a new gateway, for tests that set faults or count requests. */
export function separateGateway(): Promise<GatewayEndpoint> {
  return gateway("separate");
}

/** Returns a new one like that of {@link strictGateway}, for tests that set faults or count requests. */
export function separateStrictGateway(): Promise<GatewayEndpoint> {
  return gateway("separate-strict");
}

async function gateway(kind: GatewayKind): Promise<GatewayEndpoint> {
  const answer = await fetch(`${inject("gateways")}/${kind}`);
  return answer.json();
}
