// What the tests of a port share: which port, and what its errors must not show.
import { expect } from "vitest";
import type { HoldId } from "../../src/lua/lock/calls.ts";
import type { RedisPort } from "../../src/redis/port.ts";
import { everyText } from "./every-text.ts";
import type { Endpoint } from "./rest.ts";

/** A port under test, and where it may be weaker. */
export interface PortUnderTest {
  /** Makes the port to a gateway. */
  readonly portTo: (endpoint: Endpoint) => RedisPort;
  /** An address where nobody listens. */
  readonly nowhere: Endpoint;
  /** False: it does not see the status of an answer. Then only what Redis' own words rule out is a refusal. */
  readonly seesStatus: boolean;
}

export const LIMITS = { timeoutMs: 5_000 };
export const CANARY = "canary-argument";

/** Returns what a run fails with, or what it must not resolve to; an error shows neither the token nor the command. */
export async function failure(run: Promise<unknown>, { token }: Endpoint): Promise<unknown> {
  const error: unknown = await run.then(
    (reply) => ({ resolvedTo: reply }),
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(Error);
  for (const secret of [token, "Bearer", CANARY]) expect(everyText(error)).not.toContain(secret);
  return error;
}

/** A hold of a minute under this key. */
export function holdOf(key: string): HoldId {
  return { key, owner: "o:1", holdId: "o:1", ownerIsNew: true, leaseMs: 60_000 };
}
