// A hold of a Worker belongs to its request.
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { startModule } from "../../support/start-module.ts";
import { uniqueName } from "../../support/unique-name.ts";

let worker: Miniflare;
const { url, token } = await sharedGateway();
const locks = createLocks({ redis: { url, token } });

beforeAll(async () => {
  const env = { url: { type: "text", value: url }, token: { type: "text", value: token } } as const;
  worker = await startModule("test/support/earlier-request-worker.ts", "earlier-request", { env });
});
afterAll(() => worker?.dispose());

async function ask(name: string, use: string): Promise<Record<string, string>> {
  const response = await fetch(new URL(`/${name}/${use}`, await worker.ready));
  return response.json();
}

it("each method of a hold that sends something throws OTHER_REQUEST in another request, and sends nothing", async () => {
  const name = uniqueName();
  const { text = "" } = await ask(name, "acquire");
  const methods = ["release", "renew", "check", "handOff", "keepAlive", "serialize", "move"];
  const ofPermits = ["permit.release", "permit.renew", "permit.check", "permit.keepAlive"];
  for (const use of [...methods, ...ofPermits])
    expect([use, await ask(name, use)]).toEqual([use, { code: "OTHER_REQUEST" }]);
  // The end of a scope never throws.
  expect(await ask(name, "leave")).toEqual({ code: "" });
  expect(await locks.lock(name).isLocked()).toBe(true);
  // Its text can be carried over.
  const held = await locks.lock(name).resume(text);
  expect(await held.release()).toMatchObject({ outcome: "released" });
});
