// An @upstash/redis client is accepted, sends the requests, and stays unchanged.
import { Redis as NodeRedis } from "@upstash/redis";
import { Redis as WorkersRedis } from "@upstash/redis/cloudflare";
import { expect, it } from "vitest";
import { createLocks } from "../../support/bare-locks.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { uniqueName } from "../../support/unique-name.ts";

const { url, token } = await sharedGateway();

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

it("createLocks sends through a client with a transport of its own", async () => {
  const asked: unknown[] = [];
  const request = async <Result>({ body }: { body?: unknown }): Promise<{ error: string; result?: Result }> => {
    asked.push(body);
    return { error: "this transport sends nothing" };
  };
  const locks = createLocks({ redis: new NodeRedis({ request }) });
  await expect(locks.lock(uniqueName()).tryAcquire()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
  expect(asked[0]).toEqual(expect.arrayContaining(["EVALSHA"]));
});

it("createLocks refuses a client without credentials", () => {
  const refused = expect.objectContaining({ code: "INVALID_OPTION" });
  const unset = new WorkersRedis({ url, token: "undefined" });
  expect(() => createLocks({ redis: unset })).toThrowError(refused);
});
