// leasehound/hono in Node.
import { Hono } from "hono";
import { expect, it } from "vitest";
import { lockRoute } from "../../../src/edge/hono/index.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { gate } from "../../support/gate.ts";
import { separateGateway, sharedGateway } from "../../support/gateways.ts";
import { executed } from "../../support/held-back.ts";
import { inProcessEnvironment } from "../../support/process-environment.ts";
import { setFaults } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { BackgroundWork } from "../../support/wait-until.ts";
import { honoContract } from "./routes/hono.ts";

honoContract(await sharedGateway(), inProcessEnvironment);

it("the cancel of an acquire whose client disconnected is passed to waitUntil", async () => {
  const gateway = await separateGateway();
  const locks = createLocks({ redis: gateway, leaseMs: 20_000 });
  const app = new Hono();
  app.post("/", lockRoute({ locks, name: "left" }), (c) => c.text("never"));
  // Granted in Redis; the client does not get the reply any more.
  await setFaults(gateway, 1, [{ fault: "hold-back", reply: true, request: 1 }]);
  const client = new AbortController();
  const background = new BackgroundWork();
  const context = {
    waitUntil: (promise: Promise<unknown>) => background.waitUntil(promise),
    passThroughOnException: () => {},
    props: {},
  };
  const request = new Request("http://localhost/", { method: "POST", signal: client.signal });
  const answer = Promise.resolve(app.fetch(request, {}, context));
  await executed(gateway, "left");
  client.abort();
  expect((await answer).status).toBe(499);
  expect(background.promises).not.toHaveLength(0);
  await background.settled();
  expect(await locks.lock("left").isLocked()).toBe(false);
});

it("the lock is released when the client of a long body disconnects, even if the server neither reads nor cancels it", async () => {
  const name = uniqueName();
  const locks = createLocks({ redis: await sharedGateway() });
  const cancelled = gate();
  let pulls = 0;
  const app = new Hono();
  app.post("/", lockRoute({ locks, name }), () => {
    const body = new ReadableStream({
      pull(controller) {
        pulls += 1;
        controller.enqueue(new Uint8Array(65_536));
      },
      cancel: cancelled.open,
    });
    return new Response(body);
  });
  const client = new AbortController();
  await app.fetch(new Request("http://localhost/", { method: "POST", signal: client.signal }));
  // As many as the buffers in between hold.
  await eventually(() => pulls >= 2);
  client.abort();
  await cancelled.opened;
  await eventually(async () => !(await locks.lock(name).isLocked()));
});
