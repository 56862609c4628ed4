// What newcomers get wrong first: each message says the cure.
import { createClient as createTcpClient } from "@redis/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient, createLocks } from "../../src/index.ts";
import { createLockApi } from "../../src/service/api/index.ts";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import { TOKEN } from "../support/lock-api.ts";

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway?.close());

it("url and token beside the other options belong in redis", () => {
  const { url, token } = gateway;
  const error = { code: "INVALID_OPTION", option: "url", message: expect.stringContaining("but a member of redis") };
  // @ts-expect-error: they are no options.
  expect(() => createLocks({ url, token })).toThrow(expect.objectContaining(error));
  // @ts-expect-error
  expect(() => createClient({ url, token })).toThrow(expect.objectContaining(error));
});

it("a client of TCP is named as one", () => {
  const redis = createTcpClient();
  const error = {
    code: "INVALID_OPTION",
    option: "redis",
    message: expect.stringContaining("client of TCP: pass { url"),
  };
  // @ts-expect-error: it speaks no HTTP.
  expect(() => createLocks({ redis })).toThrow(expect.objectContaining(error));
  // @ts-expect-error
  expect(() => createClient({ redis })).toThrow(expect.objectContaining(error));
});

it("a read-only token is said to need another one", async () => {
  const locks = createLocks({ redis: { url: gateway.url, token: gateway.readOnlyToken } });
  const error = {
    code: "REDIS_REFUSED",
    redisCode: "NOPERM",
    message: expect.stringContaining("a token that may write"),
  };
  await expect(locks.lock("orders:42").acquire()).rejects.toMatchObject(error);
});

it("an unencoded / in a name of the lock API is said to be %2F", async () => {
  const api = createLockApi({ locks: createLocks({ redis: gateway }), token: TOKEN });
  const init = { method: "POST", headers: { authorization: `Bearer ${TOKEN}` } };
  const answer = await api.request("/orders/42/acquire", init);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: "HTTP_404", title: expect.stringContaining("%2F") });
  expect((await api.request("/orders%2F42/acquire", init)).status).toBe(200);
});
