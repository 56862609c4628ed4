// leasehound/web in Node.
import { expect, it } from "vitest";
import { lockRoute, locksFromEnv } from "../../../src/edge/web/index.ts";
import { createLocks } from "../../../src/index.ts";
import { eventually } from "../../support/eventually.ts";
import { separateGateway, sharedGateway } from "../../support/gateways.ts";
import { leaseTime } from "../../support/place.ts";
import { inProcessEnvironment } from "../../support/process-environment.ts";
import { clearFaults, setFaults } from "../../support/rest.ts";
import { webContract } from "./routes/web.ts";

webContract(await sharedGateway(), inProcessEnvironment);

const post = (): Request => new Request("http://localhost/", { method: "POST" });

it("lockRoute takes its locks from the environment of the process, and names a missing variable", async () => {
  const { url, token } = await sharedGateway();
  const route = lockRoute({ locks: locksFromEnv(), name: "process-env" }, () => new Response("alone"));
  const variables = { KV_REST_API_URL: url, KV_REST_API_TOKEN: token };
  expect(await inProcessEnvironment(variables, async () => (await route(post())).text())).toBe("alone");
  await expect(route(post())).rejects.toMatchObject({ option: "UPSTASH_REDIS_REST_URL" });
});

it("the locks of locksFromEnv run a function with the lock of a name", async () => {
  const { url, token } = await sharedGateway();
  const variables = { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token };
  const locks = await inProcessEnvironment(variables, async () => locksFromEnv()());
  const held = await locks.withLock("by-name", async ({ owner }) => locks.lock("by-name").isHeldBy(owner));
  expect([held, await locks.lock("by-name").isLocked()]).toEqual([true, false]);
});

it("lockRoute cuts a slow body in time also while Redis is away, and the lock ends with its lease", async () => {
  const gateway = await separateGateway();
  const locks = createLocks({ redis: gateway, leaseMs: leaseTime(2_000) });
  let signal: AbortSignal | undefined;
  const route = lockRoute({ locks, name: "unread", maxResponseMs: leaseTime(1_000) }, async (_, held) => {
    signal = held.signal;
    await setFaults(gateway, 1, [{ fault: "drop-before" }]);
    return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) }));
  });
  const response = await route(post());
  await eventually(() => signal?.aborted);
  expect(signal?.reason).toMatchObject({ code: "RESPONSE_TIMEOUT", lockName: "unread" });
  await expect(response.text()).rejects.toBe(signal?.reason);
  await clearFaults(gateway);
  await eventually(async () => !(await locks.lock("unread").isLocked()));
});
