// The typed client of the lock API against the deployable Worker: in Node, and in a Worker by a service binding.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { ROUND, remoteRound } from "../../support/remote-round.ts";
import { uniqueName } from "../../support/unique-name.ts";

let gateway: Gateway;
let server: TestHarness;
let url: URL;
beforeAll(async () => {
  gateway = await startGateway();
  server = createTestHarness({
    workers: [
      {
        configPath: "./wrangler.toml",
        vars: { LEASE_MS: "3000", CORS_ORIGINS: "https://a.example, https://b.example" },
        secrets: {
          UPSTASH_REDIS_REST_URL: gateway.url,
          UPSTASH_REDIS_REST_TOKEN: gateway.token,
          LOCK_API_TOKEN: TOKEN,
        },
      },
      { configPath: "./test/together/e2e/remote-worker/wrangler.toml" },
    ],
  });
  url = (await server.listen()).url;
});
afterAll(async () => {
  await server?.close();
  await gateway?.close();
});

describe("a round of the typed client", () => {
  it("succeeds in Node, over the network", async () => {
    expect(await remoteRound({ url: url.href, token: TOKEN, name: uniqueName() })).toEqual(ROUND);
  });

  it("succeeds in a Worker, by a service binding", async () => {
    const body = JSON.stringify({ token: TOKEN, name: uniqueName() });
    const answer = await server.getWorker("remote").fetch("http://remote/", { method: "POST", body });
    expect(await answer.json()).toEqual(ROUND);
  });
});

it("the Worker lets pages of the origins in CORS_ORIGINS ask, and no other ones", async () => {
  const allowed = async (origin: string): Promise<string | null> => {
    const headers = { origin, "access-control-request-method": "POST" };
    const answer = await fetch(new URL("/v1/locks/x/acquire", url), { method: "OPTIONS", headers });
    return answer.headers.get("access-control-allow-origin");
  };
  expect(await allowed("https://b.example")).toBe("https://b.example");
  expect(await allowed("https://b.example.evil.example")).toBeNull();
});
