// The typed client of the lock API in workerd, where a service binding is its `fetch`.
import { Hono } from "hono";
import { afterAll, beforeEach, describe } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { createLockApi } from "../../../src/service/api/index.ts";
import { createRemoteLocks } from "../../../src/service/remote/index.ts";
import { kinds } from "../../lock/contract/kinds.ts";
import { lockContract } from "../../lock/contract/lock/lock.ts";
import { everyClientIsMadeBy } from "../../support/bare-locks.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { seenThrough } from "../../support/seen-through.ts";

const redis = await sharedGateway();
// The API serves shorter leases.
const EXCLUDED = "accepts a lease of an hour exactly, and uses the client's without one";

const undo = everyClientIsMadeBy(({ onEvent, ...options }) => {
  const locks = createLocks(options);
  const app = new Hono().route("/v1/locks", createLockApi({ locks, token: TOKEN, forceRelease: true }));
  const binding = async (url: string, init: RequestInit): Promise<Response> => app.fetch(new Request(url, init));
  return seenThrough(createRemoteLocks({ url: "https://locks", token: TOKEN, fetch: binding, onEvent }), locks);
});
afterAll(undo);

beforeEach(({ task, skip }) => skip(task.name === EXCLUDED));

describe.concurrent("plain lock", () => {
  lockContract(redis, kinds.plain);
});
