// Shared parts of the tests of a port: the port itself, and what its errors must not show.
import { expect } from "vitest";
import type { HoldId } from "../../src/lock/protocol.ts";
import type { RedisPort } from "../../src/lock/redis/port.ts";
import { everyText } from "./every-text.ts";
import type { Endpoint } from "./rest.ts";

/** A port under test, with its permitted weaknesses. */
export interface PortUnderTest {
  /** Makes the port to a gateway. */
  readonly portTo: (endpoint: Endpoint) => RedisPort;
  /** An address without a server. */
  readonly nowhere: Endpoint;
  /** False: it does not see the status of a reply, so that only Redis' own words can make it a refusal. */
  readonly seesStatus: boolean;
  /** Runs that start in one tick share a request, whose reply is a list. */
  readonly pipelines?: true;
}

export const LIMITS = { timeoutMs: 5_000 };
export const CANARY = "canary-argument";

/** Returns the error of a run, or its unexpected result. Expects neither the token nor the command in an error. */
export async function failure(run: Promise<unknown>, { token }: Endpoint): Promise<unknown> {
  const error: unknown = await run.then(
    (reply) => ({ resolvedTo: reply }),
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(Error);
  for (const secret of [token, "Bearer", CANARY]) expect(everyText(error)).not.toContain(secret);
  return error;
}

/** Returns a hold of a minute under this key. */
export function holdOf(key: string): HoldId {
  return { key, owner: "o:1", holdId: "o:1", ownerIsNew: true, leaseMs: 60_000 };
}
