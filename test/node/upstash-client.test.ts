// An @upstash/redis client is accepted for its endpoint, and stays unchanged.
import { Redis as NodeRedis } from "@upstash/redis";
import { Redis as WorkersRedis } from "@upstash/redis/cloudflare";
import { expect, inject, it } from "vitest";
import { createLocks } from "../support/bare-locks.ts";
import { uniqueName } from "../support/unique-name.ts";

const { url, token } = inject("shared");

it.each([
  ["Node's", new NodeRedis({ url, token })],
  ["Node's without automatic pipelining", new NodeRedis({ url, token, enableAutoPipelining: false })],
  ["Workers'", new WorkersRedis({ url: `${url}/`, token })],
  ["Workers' from its env", WorkersRedis.fromEnv({ UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token })],
])("createLocks accepts %s client", async (_, redis) => {
  const lock = createLocks({ redis }).lock(uniqueName());
  const held = await lock.acquire();
  expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
  expect(await redis.echo("still mine")).toBe("still mine");
});

it("createLocks refuses a client without credentials, and any other object", () => {
  const refused = expect.objectContaining({ code: "INVALID_OPTION" });
  const bare = new NodeRedis({ request: async () => ({}) });
  expect(() => createLocks({ redis: bare })).toThrowError(refused);
  const unset = new WorkersRedis({ url, token: "undefined" });
  expect(() => createLocks({ redis: unset })).toThrowError(refused);
});
