// The Worker with Cloudflare's rate limit binding, in real workerd.
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, it } from "vitest";
import { workerOptions } from "../../../scripts/start/worker-options.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";

const TOKEN = "token-of-the-limited-api-0123456789";

let gateway: Gateway;
let worker: Miniflare;
let url: URL;
beforeAll(async () => {
  gateway = await startGateway();
  const settings = { redis: gateway, apiToken: TOKEN, leaseMs: 30_000, port: 0 };
  worker = new Miniflare(await workerOptions({ ...settings, rateLimit: { limit: 5, periodS: 60 } }));
  url = await worker.ready;
});
afterAll(async () => {
  await worker?.dispose();
  await gateway?.close();
});

async function ask(token: string, path: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return fetch(new URL(`/v1/locks/${path}`, url), { method: "POST", headers, body: JSON.stringify(body) });
}

it("refuses the requests of one principal beyond its limit, at no cost, and serves another", async () => {
  const minted = await ask(TOKEN, "-/tokens", { principal: "ci", names: ["*"], verbs: ["acquire"] });
  const { token }: { token: string } = await minted.json();
  // The period may end meanwhile, once: then so many more are served.
  const answers: Response[] = [];
  for (let n = 0; n < 11; n += 1) answers.push(await ask(token, `lock-${n}/acquire`, {}));
  const served = answers.filter(({ status }) => status === 200).length;
  expect([5, 10]).toContain(served);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(11 - served);
  expect(refused[0]?.headers.get("ratelimit-policy")).toBe('"requests";q=5;w=60');
  expect(refused[0]?.headers.get("retry-after")).toBe("60");
  expect((await ask(TOKEN, "another/acquire", {})).status).toBe(200);

  await gateway.resetCounters();
  expect((await ask(token, "lock/acquire", {})).status).toBe(429);
  expect(await gateway.counters()).toMatchObject({ requests: 0 });
});
