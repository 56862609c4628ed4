// leasehound/vercel in a real `next start`: routes on Node and on the edge runtime.
import { expect, it } from "vitest";
import { eventually } from "../../../support/eventually.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { heldUntil } from "../held-until.ts";
import { ask, LEASE_MS, locksOf, type Route, siteRoutes } from "../routes.ts";
import { serve } from "../serve.ts";

const served = serve("next");

const query = (method: string, route: string): Route => ({ method, path: (order) => `/api/${route}?order=${order}` });

siteRoutes("a route on Node", served, {
  work: { method: "POST", path: (order) => `/api/node/${order}` },
  stream: query("GET", "stream"),
  hasty: query("GET", "stream/hasty"),
  throws: query("POST", "throws"),
});

siteRoutes("a route on the edge runtime", served, {
  work: query("POST", "edge"),
  stream: query("GET", "edge"),
  hasty: query("GET", "edge/hasty"),
  throws: query("DELETE", "edge"),
});

// On Node that is `after`: see the examples.
it("a route on the edge runtime continues after its response with the lock renewed, and then releases it", async () => {
  const name = uniqueName();
  const lock = locksOf(served()).lock(name);
  const start = performance.now();
  const answer = await ask(served(), query("PUT", "edge"), name, { workMs: 2.5 * LEASE_MS });
  expect([answer.status, await answer.json()]).toEqual([202, { accepted: name }]);
  expect(performance.now() - start).toBeLessThan(LEASE_MS);
  await heldUntil(lock, () => performance.now() - start > 2.4 * LEASE_MS);
  await eventually(async () => !(await lock.isLocked()));
});

it("next start on Node has no context, and an error says so", async () => {
  const answer = await fetch(`${served().server.url}/api/context`);
  expect(await answer.json()).toEqual({ code: "NO_WAIT_UNTIL" });
});
