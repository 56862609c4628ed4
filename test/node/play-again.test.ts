// `npm start` with REDIS_URL, a second time: the same Redis has what the first left.
import { afterAll, beforeAll, expect, it } from "vitest";
import { playKinds } from "../../scripts/start/kinds.ts";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

it("the kinds keep their promises in a Redis where they were played before", async () => {
  const broken: string[] = [];
  const check = (holds: boolean, promise: string): void => void (holds || broken.push(promise));
  await playKinds(gateway, check);
  await playKinds(gateway, check);
  expect(broken).toEqual([]);
});
