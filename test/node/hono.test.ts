// leasehound/hono in Node.
import { Hono } from "hono";
import { expect, inject, it } from "vitest";
import { startGateway } from "../../scripts/gateway/index.ts";
import { withLock } from "../../src/hono/index.ts";
import { createLocks } from "../../src/index.ts";
import { honoContract } from "../contract/hono.ts";
import { inProcessEnvironment } from "../support/process-environment.ts";
import { setFaults } from "../support/rest.ts";
import { BackgroundWork } from "../support/wait-until.ts";

honoContract(inject("shared"), inProcessEnvironment);

it("gives the cancel of an acquire whose client left to waitUntil", async () => {
  const gateway = await startGateway();
  const locks = createLocks({ redis: gateway, leaseMs: 20_000 });
  const app = new Hono();
  app.post("/", withLock({ locks, name: "left" }), (c) => c.text("never"));
  // Taken in Redis, which its client does not hear any more.
  await setFaults(gateway, 1, [{ fault: "delay", request: 1, replyDelayMs: 800 }]);
  const client = new AbortController();
  const background = new BackgroundWork();
  const context = {
    waitUntil: (promise: Promise<unknown>) => background.waitUntil(promise),
    passThroughOnException: () => {},
    props: {},
  };
  const request = new Request("http://localhost/", { method: "POST", signal: client.signal });
  const answer = Promise.resolve(app.fetch(request, {}, context));
  setTimeout(() => client.abort(), 100);
  expect((await answer).status).toBe(499);
  expect(background.promises).toHaveLength(1);
  await background.settled();
  expect(await locks.lock("left").isLocked()).toBe(false);
  await gateway.close();
});
