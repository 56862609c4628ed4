// Public objects in a Worker's logs, on real workerd, through the built package, at a tail Worker.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { API_TOKEN, REDIS_TOKEN } from "../../support/public-objects.ts";
import { uniqueName } from "../../support/unique-name.ts";

let gateway: Gateway;
let server: TestHarness;
let url: URL;

beforeAll(async () => {
  gateway = await startGateway({ token: REDIS_TOKEN });
  const vars = { UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token };
  const folder = "./test/together/e2e/showing-worker";
  server = createTestHarness({
    workers: [{ configPath: `${folder}/wrangler.toml`, vars }, { configPath: `${folder}/tail.toml` }],
  });
  url = (await server.listen()).url;
});
afterAll(async () => {
  await server?.close();
  await gateway?.close();
});

async function told(): Promise<string> {
  return (await server.getWorker("tail").fetch("http://tail/")).text();
}

describe("the logs at a tail Worker", () => {
  it("contain facts and no secret of every logged public object", async () => {
    const answer = await server.fetch(`/show/${uniqueName()}`);
    const { shown, secrets } = (await answer.json()) as { shown: string[]; secrets: string[] };
    const kinds = [...shown, "LeaseWatchdog", "DurableLocks", "Held of DurableLocks"];
    await eventually(async () => {
      const text = await told();
      return kinds.every((kind) => text.includes(`"${kind}"`));
    });
    const text = await told();
    expect(text.includes('"kind":"fencedLock"')).toBe(true);
    expect(text.includes('does not implement the method \\"redis\\"')).toBe(true);
    expect(secrets).toEqual(expect.arrayContaining([REDIS_TOKEN, API_TOKEN]));
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it("contain no secret of an uncaught error", async () => {
    const name = uniqueName();
    // Not with the harness, which throws the error here.
    const response = await fetch(new URL(`/throw/${name}`, url));
    expect(response.status).toBe(500);
    const page = await response.text();
    expect(page).toMatch(/(RedisUnreachable|OutcomeUnknown)Error/);
    await eventually(async () => (await told()).includes(`/throw/${name}`));
    expect([page, await told()].filter((text) => text.includes(REDIS_TOKEN))).toEqual([]);
  });
});
